// The page: a board, and beside it what can be found out about the game on it.

import { render } from "./board.js";
import { filled } from "./draw.js";
import { Engine, compiled, unpacked } from "./engine.js";
import { Explorer } from "./explorer.js";
import { Measure } from "./measure.js";
import { OwnGame } from "./own.js";
import { RulesText } from "./rules.js";
import { Session } from "./session.js";
import { MANUAL } from "./constants.js";
import { PLAYERS } from "./choices.js";
import { Tabs } from "./tabs.js";
import { Words } from "./words.js";

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

// The texts that the page has before any game is on it, and the choice of a language.
function frame(words) {
  words.put(document.getElementById("about"), "page.about");
  words.name(document.getElementById("board"), "page.board");
  words.name(document.getElementById("panels"), "page.panels");
  document.querySelector("header").append(words.chooser());
}

// The board, and another one in its place when it is to speak another language.
function showBoard(session, words) {
  const place = document.getElementById("board");
  session.speak(words.texts); // another language may have been chosen while the engine was compiled
  let close = render(session, place, { alone: true });
  words.listen(() => {
    const paused = !place.querySelector(".mb-step").hidden;
    const open = [...place.querySelectorAll("details")].map((one) => one.open);
    close();
    session.speak(words.texts);
    close = render(session, place, { alone: true });
    place.querySelectorAll("details").forEach((one, index) => (one.open = open[index]));
    if (paused) place.querySelector(".mb-pause").click();
  });
}

async function begin(data, words) {
  const { games } = data;
  const module = await compiled(read("engine"));
  const engines = Array.from({ length: 4 }, () => new Engine(module));
  const [board, thinker, counter, reader] = engines;
  const session = new Session(board, words.texts, games, seed());
  session.players = [PLAYERS[MANUAL], PLAYERS[OPPONENT]];
  const explorer = new Explorer(session, thinker, words);
  const rules = new RulesText(session, words);
  const own = new OwnGame(session, reader, words, (spec) => play(session, spec));
  await session.begin(FIRST);
  showBoard(session, words);
  performance.mark("first board");
  const measure = new Measure(session, counter, words);
  const panels = [
    ["explore", "tab.explore", explorer.element],
    ["measure", "tab.measure", measure.element],
    ["rules", "tab.rules", rules.element],
    ["own", "tab.own", own.element],
  ];
  const tabs = new Tabs(words, "page.panels", panels, (name) => {
    explorer.appear(name === "explore");
    if (name === "own") own.appear();
  });
  document.getElementById("panels").append(tabs.element);
  // There is room for the choice of games, and it is what a visitor looks for.
  document.querySelector("#board .mb-choices").open = matchMedia("(min-width: 64rem)").matches;
  document.body.dataset.ready = "true";
  // For the console, and for tests: what the page itself uses.
  const fresh = () => new Engine(module);
  window.mancalab = { session, words, engines: { board, thinker, counter, reader }, fresh };
}

async function start() {
  const data = await unpacked(read("data")).json();
  const words = new Words(data.languages);
  frame(words);
  await begin(data, words).catch((error) => {
    const fault = error.message;
    words.put(document.getElementById("board"), (texts) => [filled(texts, "page.fault", { fault }), fault]);
    throw error;
  });
}

start().catch((error) => {
  // A browser that cannot unpack the texts is told so without them.
  const board = document.getElementById("board");
  if (!board.hasChildNodes()) board.textContent = error.message;
  throw error;
});
