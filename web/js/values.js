// Values of actions in words; python/mancalab/_base/value_words.py chooses among the same texts.

import { DECIDED } from "./constants.js";
import { filled, seeds } from "./draw.js";

export function signed(value) {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

// A text of the table about a side and a number of seeds.
function said(texts, key, side, n = 0) {
  return filled(texts, key, { side: texts[`side.${side}`], seeds: seeds(texts, n) });
}

// A value that is known: for `side`, in a game decided by seeds ("margin") or not ("result").
export function exactly(texts, kind, side, value) {
  if (value === 0) return texts["worth.nobody"];
  const winner = value > 0 ? side : 1 - side;
  return said(texts, kind === "margin" ? "worth.wins_by" : "worth.wins", winner, Math.abs(value));
}

// What is proven of a value, for `side`, the one to move; empty where that is nothing. `stake`: the
// seeds of the game.
export function proven(texts, kind, side, [lower, upper], stake) {
  if (lower === upper) return exactly(texts, kind, side, lower);
  const bySeeds = kind === "margin";
  const most = bySeeds ? stake : 1;
  if (lower <= -most && upper >= most) return "";
  if (lower > 0) return said(texts, "worth.at_least", side, lower);
  if (upper < 0) return said(texts, "worth.at_least", 1 - side, -upper);
  if (!bySeeds) return said(texts, lower === 0 ? "worth.not_lose" : "worth.not_win", side);
  if (lower === 0) return said(texts, "worth.not_lose_most", side, upper);
  if (upper === 0) return said(texts, "worth.not_win_most", side, -lower);
  const [low, high] = [signed(lower), signed(upper)];
  return filled(texts, "worth.between", { low, high, side: texts[`side.${side}`] });
}

// What a search thinks of an action of `side`, that many actions ahead.
export function searched(texts, side, value, depth) {
  const decided = value > 0 ? "worth.search_wins" : "worth.search_loses";
  const key = Math.abs(value) >= DECIDED ? decided : "worth.search";
  return filled(texts, key, { value: signed(value), side: texts[`side.${side}`], depth });
}
