// The page: a board, and beside it what can be found out about the game on it.

import { render } from "./board.js";
import { Engine, compiled } from "./engine.js";
import { Explorer } from "./explorer.js";
import { Measure } from "./measure.js";
import { OwnGame } from "./own.js";
import { RulesText } from "./rules.js";
import { Session } from "./session.js";
import { MANUAL, PLAYERS } from "./choices.js";
import { Tabs } from "./tabs.js";

const FIRST = { name: "kalah" };
const OPPONENT = "AlphaBeta(4)";

function read(id) {
  return document.getElementById(id).textContent;
}

function seed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

// A game typed in is kept at the board, whatever its name.
async function play(session, spec) {
  await session.open(spec);
  document.getElementById("board").scrollIntoView({ block: "nearest" });
}

async function begin() {
  const { texts, games } = JSON.parse(read("data"));
  const module = await compiled(read("engine"));
  const engines = Array.from({ length: 4 }, () => new Engine(module));
  const [board, thinker, counter, reader] = engines;
  const session = new Session(board, texts, games, seed());
  session.players = [PLAYERS[MANUAL], PLAYERS[OPPONENT]];
  const explorer = new Explorer(session, thinker);
  const rules = new RulesText(session);
  const own = new OwnGame(session, reader, (spec) => play(session, spec));
  await session.begin(FIRST);
  render(session, document.getElementById("board"), { alone: true });
  performance.mark("first board");
  const measure = new Measure(session, counter);
  const panels = [
    ["explore", "Explore", explorer.element],
    ["measure", "First player", measure.element],
    ["rules", "Rules", rules.element],
    ["own", "Your own game", own.element],
  ];
  const tabs = new Tabs("About this game", panels, (name) => {
    explorer.appear(name === "explore");
    if (name === "own") own.appear();
  });
  document.getElementById("panels").append(tabs.element);
  // There is room for the choice of games, and it is what a visitor looks for.
  document.querySelector("#board .mb-choices").open = matchMedia("(min-width: 64rem)").matches;
  document.body.dataset.ready = "true";
  // For the console, and for tests: what the page itself uses.
  const fresh = () => new Engine(module);
  window.mancalab = { session, engines: { board, thinker, counter, reader }, fresh };
}

begin().catch((error) => {
  document.getElementById("board").textContent = `The page could not begin: ${error.message}`;
  throw error;
});
