// Values of actions in words; python/mancalab/_base/value_words.py says the same in notebooks.

const SIDES = ["South", "North"];
const DECIDED = 10_000; // what a search counts for a win where seeds do not decide the game

const seeds = (n) => (n === 1 ? "1 seed" : `${n} seeds`);

export function signed(value) {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

// A value that is known: for `side`, in a game decided by seeds ("margin") or not ("result").
export function exactly(kind, side, value) {
  if (value === 0) return "nobody wins";
  const winner = SIDES[value > 0 ? side : 1 - side];
  return kind === "margin" ? `${winner} wins by ${seeds(Math.abs(value))}` : `${winner} wins`;
}

// What is proven of a value, for `side`, the one to move; empty where that is nothing. `stake`: the
// seeds of the game.
export function proven(kind, side, [lower, upper], stake) {
  if (lower === upper) return exactly(kind, side, lower);
  const most = kind === "margin" ? stake : 1;
  if (lower <= -most && upper >= most) return "";
  const [mover, other] = [SIDES[side], SIDES[1 - side]];
  if (lower > 0) return `${mover} wins by ${seeds(lower)} at least`;
  if (upper < 0) return `${other} wins by ${seeds(-upper)} at least`;
  if (kind !== "margin") return lower === 0 ? `${mover} does not lose` : `${mover} does not win`;
  if (lower === 0) return `${mover} does not lose, and wins by ${seeds(upper)} at most`;
  if (upper === 0) return `${mover} does not win, and loses by ${seeds(-lower)} at most`;
  return `${signed(lower)} to ${signed(upper)} for ${mover}`;
}

// What a search thinks of an action of `side`, that many actions ahead.
export function searched(side, value, depth) {
  const mover = SIDES[side];
  const ahead = `${depth} ahead`;
  if (Math.abs(value) >= DECIDED) return `${mover} ${value > 0 ? "wins" : "loses"}, ${ahead}`;
  return `${signed(value)} for ${mover}, ${ahead}`;
}
