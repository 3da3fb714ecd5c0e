// Where each pit, store and reserve lies, and which slot of the picture it is: as
// python/mancalab/_browser/slots.py has it, for rules that the engine has described.

import { EDGE, GAP, LINES, PIT, RIM, STORE } from "./constants.js";

export class Slots {
  constructor(pits) {
    this.pits = pits;
    this.count = 2 * pits + 4;
  }

  pit(side, pit) {
    return side * this.pits + pit;
  }

  store(side) {
    return 2 * this.pits + side;
  }

  reserve(side) {
    return 2 * this.pits + 2 + side;
  }

  // Of what an event names: a side and a pit, or null for the store.
  place([side, pit]) {
    return pit === null ? this.store(side) : this.pit(side, pit);
  }
}

// The seeds of a state, slot by slot.
export function counts(state) {
  return [...state.pits.flat(), ...state.stores, ...state.reserves];
}

// The slots of pits that are given side by side.
function slotsOf(rules, sides) {
  return sides.flatMap((pits, side) => pits.map((pit) => side * rules.pits + pit));
}

// The slots of marked pits.
export function marks(rules, state) {
  return slotsOf(rules, state.marks);
}

// The slots of claimed pits.
export function claims(rules, state) {
  return slotsOf(rules, state.claims);
}

// The slots of pits whose seeds were lifted before.
export function lifted(rules, state) {
  return slotsOf(rules, state.lifted);
}

// The parts of a position, as the engine sets it up, from what its slots hold.
export function position(rules, message) {
  const { counts: seeds, marks: marked, claims: claimed = [], lifted: were = [], side } = message;
  const n = rules.pits;
  const rows = (found) =>
    [0, 1].map((owner) => Array.from({ length: n }, (_, pit) => found.includes(owner * n + pit)));
  return {
    pits: [seeds.slice(0, n), seeds.slice(n, 2 * n)],
    stores: seeds.slice(2 * n, 2 * n + 2),
    reserves: seeds.slice(2 * n + 2),
    marks: rows(marked),
    claims: rows(claimed),
    lifted: rows(were),
    to_move: side,
  };
}

export function option(rules, name) {
  return rules.options.find((found) => found.name === name)?.value;
}

function isClockwise(rules) {
  return option(rules, "direction") === "clockwise";
}

// Whether South's part of a row, and their store, is at the right: where their sowing leads, or where their
// half lies.
function isSouthAtRight(rules) {
  return isClockwise(rules) === rules.halves;
}

// The rows of the board, and of a row that the sides share both parts, from the top down: whose it is,
// its pits from left to right, its line and the column of its first pit.
function rows(rules) {
  const turn = isClockwise(rules) ? -1 : 1;
  return parts(rules)
    .filter(([, pits]) => pits.length > 0)
    .map(([side, pits, forward, line]) => {
      const column = columnOf(rules, side, pits.length);
      return { side, pits: turn * forward > 0 ? pits : [...pits].reverse(), line, column };
    });
}

// Of each row, or part: whose it is, its pits, which way these run, and the line.
function parts(rules) {
  const { columns, pits: side } = rules;
  const all = Array.from({ length: side }, (_, pit) => pit);
  if (rules.halves) {
    // A side begins in the middle of the far row, and ends in the near one.
    const [far, near] = [all.slice(0, columns / 2), all.slice(columns / 2)];
    return [
      [1, near, -1, 0],
      [0, far, -1, 0],
      [1, far, 1, 1],
      [0, near, 1, 1],
    ];
  }
  const length = columns + (rules.fields ? 1 : 0);
  const [outer, inner] = [all.slice(0, length), all.slice(length)];
  const last = rules.rows - 1;
  // North sows the other way round, and an inner row runs against its outer row.
  return [
    [1, outer, -1, 0],
    [1, inner, 1, 1],
    [0, inner, -1, last - 1],
    [0, outer, 1, last],
  ];
}

// Where a row, or a part of one, begins.
function columnOf(rules, side, length) {
  const atRight = (side === 0) === isSouthAtRight(rules);
  return atRight ? drawnColumns(rules) - length : 0;
}

// Whether this number is that of a field.
export function isField(rules, pit) {
  return rules.fields && pit === rules.columns;
}

// Columns of pits, and of the fields at both ends or in the middle.
function drawnColumns(rules) {
  const fields = rules.halves ? 1 : 2;
  return rules.columns + (rules.fields ? fields : 0);
}

// The middle of each row with its counts and numbers, which stand on their owner's side.
function middles(lines) {
  const found = [RIM + (PIT + LINES) / 2];
  for (let i = 1; i < lines.length; i += 1) {
    const [above, row] = [lines[i - 1], lines[i]];
    // Pits that share a row lie side by side, the counts of North's above, of South's below.
    const shares = row.line === above.line;
    const between = row.side !== above.side && !shares ? GAP : 0;
    found.push(found[i - 1] + (shares ? LINES : PIT + LINES) + between);
  }
  return found;
}

// What takes captured seeds: a store, or else they lie beside the board.
export function taker(rules) {
  return rules.store_pits ? "store" : "captured";
}

// The size of the board, and for each slot what it is and where its centre lies.
export function layout(rules) {
  const slots = new Slots(rules.pits);
  const lines = rows(rules);
  const taken = taker(rules);
  const kinds = [rules.has_stores && taken, rules.reserve && "reserve"].filter(Boolean);
  const beside = kinds.length ? STORE : EDGE;
  const high = PIT + LINES;
  const ys = middles(lines);
  const height = ys[ys.length - 1] + high / 2 + RIM;
  const width = PIT * drawnColumns(rules) + 2 * beside;
  const found = Array.from({ length: slots.count }, () => null);
  lines.forEach(({ side, pits, column }, line) => {
    // A field lies between the rows: its count stands on the side of the row that it follows.
    const level = height / 2 + (side === 0 ? LINES / 2 : -LINES / 2);
    pits.forEach((pit, index) => {
      const field = isField(rules, pit);
      const between = field && !rules.halves;
      const y = between ? level : ys[line];
      const x = beside + PIT * (column + index) + PIT / 2;
      found[slots.pit(side, pit)] = { kind: "pit", side, pit, x, y, w: PIT, h: high, field };
    });
  });
  for (const side of [0, 1]) {
    const right = (side === 0) === isSouthAtRight(rules);
    const x = right ? width - STORE / 2 : STORE / 2;
    const share = height / Math.max(1, kinds.length);
    for (const kind of kinds) {
      // The reserve is the half nearer to its owner.
      const low = (side === 0) === (kind === "reserve");
      const y = low ? height - share / 2 : share / 2;
      const slot = kind === "reserve" ? slots.reserve(side) : slots.store(side);
      found[slot] = { kind, side, pit: null, x, y, w: STORE, h: share, field: false };
    }
  }
  return { width, height, columns: rules.columns, beside, slots: found };
}

// Where on the board an action of the side to move is: [action, slots to press, way].
export function choice(rules, state, action) {
  const slots = new Slots(rules.pits);
  const mover = state.to_move;
  const found = rules.actions[action];
  const other = 1 - mover;
  const legal = state.legal.map((number) => rules.actions[number]);
  if (["keep", "swap"].includes(found.kind)) {
    // No pit is meant: any of the mover's stands for both.
    const pits = Array.from({ length: rules.pits }, (_, pit) => slots.pit(mover, pit));
    return [action, pits, found.kind];
  }
  const taken = legal.filter(({ kind }) => kind === "take");
  if (taken.length && legal.some(({ kind }) => kind === "stop")) {
    // Any pit that may be taken stands for the end of the turn too.
    const pressed = found.kind === "take" ? [found] : taken;
    const pits = pressed.map(({ own, pit }) => slots.pit(own ? mover : other, pit));
    return [action, pits, found.kind];
  }
  const ends = { stop: "stop", capture: "take" };
  if (legal.some(({ kind }) => kind in ends)) {
    // The pit that could be sown on stands for both.
    const pits = legal.filter(({ kind }) => kind === "sow").map(({ pit }) => slots.pit(mover, pit));
    return [action, pits, ends[found.kind] ?? "on"];
  }
  if (found.kind === "reserve") return [action, [slots.reserve(mover)], ""];
  if (found.kind === "file") {
    // A file is numbered from the outer pit of the player who loses it.
    const inner = 2 * rules.columns - 1 - found.file;
    return [action, [slots.pit(other, found.file), slots.pit(other, inner)], ""];
  }
  if (found.kind === "count") {
    return [action, [slots.pit(mover, state.phase - 1)], String(found.count)];
  }
  if (found.kind === "store") return [action, [slots.store(mover)], String(found.count)];
  if (found.kind === "take") return [action, [slots.pit(other, found.pit)], ""];
  if (found.kind === "put") return [action, [slots.pit(found.own ? mover : other, found.pit)], ""];
  const way = { 0: "", 1: ">", "-1": "<" }[found.way];
  return [action, [slots.pit(found.own ? mover : other, found.pit)], way];
}
