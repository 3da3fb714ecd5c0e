// From the events of an action to the steps of its animation, and the status line: as
// python/mancalab/_browser/frames.py and status.py have them.

import { GONE, HAND, MOST_STEPS } from "./constants.js";
import { filled, seeds } from "./draw.js";
import { Slots, choice, claims, counts, isField, lifted, marks, taker } from "./slots.js";

function place(rules, texts, [owner, pit]) {
  const kind = isField(rules, pit) ? "field" : "pit";
  return filled(texts, pit === null ? taker(rules) : kind, { side: texts[`side.${owner}`], pit });
}

function said(rules, texts, event) {
  const names = {
    side: texts[`side.${event.side}`],
    seeds: seeds(texts, event.count),
    number: event.count,
  };
  if (event.source) names.source = place(rules, texts, event.source);
  if (event.target) {
    names.target = place(rules, texts, event.target);
    names.taker = texts[`side.${event.target[0]}`];
    names.loser = texts[`side.${1 - event.target[0]}`];
  }
  return filled(texts, `step.${event.key}`, names);
}

// How a game ended, in words.
export function ending(texts, state) {
  const { result, winner, reason } = state.outcome;
  const won =
    winner === null
      ? texts[`result.${result}`]
      : filled(texts, "result.won", { side: texts[`side.${winner}`] });
  const [south, north] = state.scores;
  const said = filled(texts, "end", { reason: texts[`end.${reason}`], result: won, south, north });
  return [["rounds", state.rounds_won], ["points", state.points]]
    .filter(([, both]) => both)
    .reduce((all, [key, both]) => `${all} ${filled(texts, key, { south: both[0], north: both[1] })}`, said);
}

function reserveSteps(slots, event, text) {
  const other = event.key === "reserve.place_other";
  const source = slots.reserve(other ? 1 - event.side : event.side);
  if (event.key === "reserve.keep") {
    return [["reserve", HAND, source, event.count, text, event.clause]];
  }
  if (event.key === "reserve.take") {
    return [["reserve", source, HAND, event.count, text, event.clause]];
  }
  if (event.key === "reserve.again") {
    return [["reserve", slots.store(event.side), source, event.count, text, event.clause]];
  }
  if (event.target) {
    return [["reserve", source, slots.place(event.target), 1, text, event.clause]];
  }
  return Array.from({ length: slots.pits }, (_, pit) => {
    const words = pit === 0 ? text : "";
    return ["reserve", source, slots.pit(event.side, pit), 1, words, event.clause];
  });
}

function target(slots, event) {
  if (["skip", "swap", "race", "lot", "round"].includes(event.kind)) return null;
  if (event.target) return slots.place(event.target);
  return event.removed ? GONE : HAND;
}

// The steps that show an event: [kind, from, to, n, text, clause].
function stepsOf(rules, event, after, texts) {
  const slots = new Slots(rules.pits);
  const { kind, source, count, clause } = event;
  if (kind === "drop") {
    const words = event.key === "drop.put" ? [said(rules, texts, event), clause] : ["", ""];
    return [["drop", HAND, slots.place(event.target), count, ...words]];
  }
  if (kind === "end") return [["end", null, null, 0, ending(texts, after), clause]];
  const text = said(rules, texts, event);
  if (kind === "reserve") return reserveSteps(slots, event, text);
  const from = event.key === "sweep.hand" ? HAND : source && slots.place(source);
  const name = { relay: "lift", "mark.house_gone": "unmark", "mark.open": "unmark" }[kind === "relay" ? kind : event.key] ?? kind;
  return [[name, from, target(slots, event), count, text, clause]];
}

// The slots where an action began: those that are pressed, but for seeds that are put there.
function began(rules, before, action, events) {
  const put = events.some((event) => event.key === "drop.put");
  const lift = put && events.find((event) => event.kind === "lift" && event.source);
  return lift ? [new Slots(rules.pits).place(lift.source)] : choice(rules, before, action)[1];
}

// An action as the board shows it: the position before it, and step after step.
export function moveOf(rules, before, action, { events, after }, texts) {
  const endless = after.outcome?.reason === "endless_sowing";
  const shown = endless ? [...events.slice(0, -1).slice(0, MOST_STEPS), events.at(-1)] : events;
  const steps = shown.flatMap((event) => {
    const found = stepsOf(rules, event, after, texts);
    if (!endless || event.kind !== "end") return found;
    return [["restore", null, null, 0, texts["step.endless"], event.clause], ...found];
  });
  return {
    action,
    side: before.to_move,
    chosen: began(rules, before, action, events),
    before: counts(before),
    marks: marks(rules, before),
    claims: claims(rules, before),
    lifted: lifted(rules, before),
    steps,
  };
}

// What the board marks of an action: where it began, where it ended, what it captured.
export function trail(move) {
  const undone = move.steps.some(([kind]) => kind === "restore");
  const falls = move.steps.filter(([kind]) => kind === "drop" && !undone);
  // The choice of an empty file takes no seed (CH-7).
  const taken = move.steps.filter(([kind, , , n]) => kind === "capture" && n && !undone);
  const captured = new Set(taken.map(([, from]) => from).filter((slot) => slot !== null && slot >= 0));
  return {
    chosen: move.chosen,
    landing: falls.length ? falls.at(-1)[2] : null,
    captured: [...captured].sort((a, b) => a - b),
  };
}

// The round that begins, and who has won the one before, where the rules count that.
function roundBegun(before, state, texts) {
  const number = state.registers.round[0] + 1;
  const [past, now] = [before, state].map((found) => found.rounds_won ?? found.points);
  if (!past || !now) return filled(texts, "step.round", { number });
  const winner = now.findIndex((won, side) => won > past[side]);
  const begins =
    winner < 0
      ? filled(texts, "step.round.drawn", { number })
      : filled(texts, "step.round.won", { side: texts[`side.${winner}`], number });
  if (!state.points) return begins;
  const [south, north] = state.points;
  return `${begins} ${filled(texts, "points", { south, north })}`;
}

// That a round begins, or why the same side moves again, if it does.
function passage(rules, states, skipped, texts) {
  if (states.length < 2) return "";
  const [before, state] = states.slice(-2);
  if (before.registers.round?.[0] !== state.registers.round?.[0]) {
    return roundBegun(before, state, texts);
  }
  if (before.to_move !== state.to_move || state.phase || places(rules, before)) return "";
  if (skipped) return filled(texts, "step.skip", { side: texts[`side.${1 - state.to_move}`] });
  if (before.registers.raced?.some((n) => n)) {
    return filled(texts, "turn.race", { side: texts[`side.${state.to_move}`] }); // fewer seeds dropped
  }
  if (before.phase) return "";
  return filled(texts, "turn.again", { side: texts[`side.${state.to_move}`] });
}

// Whether a reserve is entered as an action of its own.
function enters(rules) {
  return rules.actions.some(({ kind }) => kind === "reserve");
}

// Whether a seed is laid out before the game.
function places(rules, state) {
  const [south, north] = state.reserves;
  const seeds = rules.places_for_both ? south + north : state.reserves[state.to_move];
  return !state.phase && seeds > 0 && rules.places;
}

// What the side to move is asked for.
function asked(rules, state) {
  const legal = state.legal.map((action) => rules.actions[action]);
  const further = legal.find(({ kind }) => CHOSEN.includes(kind));
  const sows = legal.some(({ kind }) => kind === "sow");
  if (further?.kind === "put" && sows) return "put_or_sow";
  if (legal.some(({ kind }) => kind === "swap")) return "swap";
  if (further?.kind === "take" && legal.some(({ kind }) => kind === "stop")) return "beside";
  if (state.phase) {
    const sown = rules.gives ? "give" : rules.chooses_end ? "from_end" : "turn_round";
    return further?.kind ?? (enters(rules) ? "after_reserve" : sown);
  }
  if (places(rules, state)) return "place";
  if (legal.some(({ kind }) => kind === "store")) return "store";
  if (legal.some(({ way }) => way)) return "way";
  return legal.some(({ kind }) => kind === "reserve") ? "reserve" : "pit";
}

const CHOSEN = ["file", "put", "count", "take", "stop", "capture", "leave"];
const FURTHER = [...CHOSEN, "beside", "put_or_sow", "place", "swap", "give", "turn_round", "from_end", "after_reserve"];

// Whose turn it is and why, and what they are asked to do.
export function status(rules, states, players, skipped, texts) {
  const state = states.at(-1);
  if (state.outcome) return ending(texts, state);
  if (state.chance) return `${passage(rules, states, skipped, texts)} ${texts["turn.lot"]}`.trim();
  const mover = state.to_move;
  const player = players[mover];
  let kind = asked(rules, state);
  if (!player.manual) kind = FURTHER.includes(kind) ? `agent.${kind}` : "agent";
  const side = texts[`side.${mover}`];
  const known = player.name !== "" && player.name !== side;
  const who = known ? filled(texts, "who", { side, agent: player.name }) : side;
  const names = { side, other: texts[`side.${1 - mover}`], who, file: state.phase - 1 };
  return `${passage(rules, states, skipped, texts)} ${filled(texts, `turn.${kind}`, names)}`.trim();
}
