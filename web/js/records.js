// Games as files: the JSON that `Record.to_json` of the Python package writes and reads.

import { FORMAT, MANUAL, VERSION } from "./constants.js";
import { PLAYERS } from "./choices.js";
import { filled } from "./draw.js";
import { Mistake, Refused } from "./engine.js";

function playerOf(text) {
  return Object.values(PLAYERS).find(({ word }) => word === text) ?? PLAYERS[MANUAL];
}

// The game of a session.
export function written({ rules, opening, state, players, seed, number, actions }) {
  const { outcome } = state;
  const [south, north] = players.map(({ word }) => word);
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

// A record as a session takes it. Throws Mistake, or Refused where the text is no JSON.
export function read(text, texts) {
  const fields = parsed(text);
  const wrong = (field, needed, value) => {
    throw new Mistake(filled(texts, `record.${needed}`, { field, value }));
  };
  if (fields?.format !== FORMAT) wrong("format", "text", FORMAT);
  if (fields.version !== VERSION) wrong("version", "number", VERSION);
  const { rules, actions, start = null, agents = {}, seed = null, number = 0 } = fields;
  const isText = (value) => typeof value === "string";
  if (!isText(rules) && !(Array.isArray(rules) && rules.every(isText))) wrong("rules", "rules");
  if (!Array.isArray(actions) || !actions.every(isText)) wrong("actions", "actions");
  const spec = isText(rules) ? { line: rules } : { toml: rules.join("\n") };
  const players = [agents.south, agents.north].map(playerOf);
  return { spec, start, players, seed, number, actions };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refused({ error: error.message, faults: [] });
  }
}
