// Games as files: the JSON that `Record.to_json` of the Python package writes and reads.

import { Refused } from "./engine.js";
import { MANUAL, PLAYERS } from "./choices.js";

const FORMAT = "mancalab record";
const VERSION = 1;
const HUMAN = "human"; // a person, in records

// What a record calls a player: what one asks the Python package for.
function word(player) {
  if (player.manual) return HUMAN;
  const { mind } = player;
  return typeof mind === "string" ? mind : `alphabeta(depth=${mind.alphabeta.depth})`;
}

function playerOf(text) {
  return Object.values(PLAYERS).find((player) => word(player) === text) ?? PLAYERS[MANUAL];
}

// The game of a session.
export function written({ rules, opening, state, players, seed, number, actions }) {
  const { outcome } = state;
  const [south, north] = players.map(word);
  const result = outcome && {
    result: outcome.result,
    score: state.scores,
    reason: outcome.reason,
  };
  const fields = {
    format: FORMAT,
    version: VERSION,
    rules: rules.text ?? rules.toml.replace(/\n$/, "").split("\n"),
    digest: rules.digest,
    start: opening.text,
    agents: { south, north },
    seed,
    number,
    actions: actions.map((action) => rules.actions[action].text),
    end: state.text,
    result,
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

function wrong(error) {
  throw new Refused({ error, faults: [] });
}

// A record as a session takes it. Throws Refused.
export function read(text) {
  let fields;
  try {
    fields = JSON.parse(text);
  } catch (error) {
    wrong(error.message);
  }
  if (fields?.format !== FORMAT) wrong(`format: "${FORMAT}" is needed`);
  if (fields.version !== VERSION) wrong(`version: the number ${VERSION} is needed`);
  const { rules, actions, start = null, agents = {}, seed = null, number = 0 } = fields;
  const isText = (value) => typeof value === "string";
  if (!isText(rules) && !(Array.isArray(rules) && rules.every(isText))) {
    wrong("rules: a line of text, or the lines of a TOML file are needed");
  }
  if (!Array.isArray(actions) || !actions.every(isText)) wrong("actions: a list of texts is needed");
  const spec = isText(rules) ? { line: rules } : { toml: rules.join("\n") };
  const players = [agents.south, agents.north].map(playerOf);
  return { spec, start, players, seed, number, actions };
}
