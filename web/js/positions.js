// What the explorer knows of a position and of those behind it.

import { ending } from "./frames.js";
import { counts } from "./slots.js";
import { proven, searched } from "./values.js";

const MEMORY = 2 ** 28; // bytes that the solver may use
const FIRST = 1; // seconds of a first try to solve
const QUICK = 4; // actions ahead of a first search, which takes a millisecond or so

export class Position {
  // `at`: the game up to here, as the engine takes it; `line`: its actions since the root.
  constructor(rules, at, line, state) {
    Object.assign(this, { rules, at, line, state, solved: false, kind: "margin" });
    this.bounds = new Map(); // by action: the value lies between these two, both included
    this.estimates = new Map(); // by action: what a search thinks, and how far ahead it looked
    this.stake = counts(state).reduce((sum, seeds) => sum + seeds, 0);
    this.behind = new Map(); // by action: positions that were looked into
    this.open = new Set(); // actions behind which is shown what comes
  }

  // The position that a line of play leads to, if it was looked into.
  after(line) {
    return line.reduce((position, action) => position?.behind.get(action), this);
  }

  async search(engine, limits) {
    const found = await engine.ask({ do: "analyse", at: this.at, search: limits });
    for (const [action, value] of found.values) {
      this.estimates.set(action, { value, depth: found.depth });
    }
  }

  async solve(engine, seconds) {
    const limits = { time: seconds, memory: MEMORY };
    const found = await engine.ask({ do: "solve", at: this.at, limits });
    this.kind = found.kind;
    for (const [action, bounds] of found.actions) {
      const [low, high] = this.bounds.get(action) ?? bounds;
      this.bounds.set(action, [Math.max(low, bounds[0]), Math.min(high, bounds[1])]);
    }
    this.solved = [...this.bounds.values()].every(([low, high]) => low === high);
  }

  // Finds out as much as the limit of time allows, the quickest first; after each part `told` is
  // called, and told whether the long one comes now.
  async evaluate(engine, seconds, told) {
    const quick = Math.min(FIRST, seconds);
    await this.search(engine, { depth: QUICK });
    told(false);
    await this.solve(engine, quick);
    told(false);
    if (this.solved) return;
    await this.search(engine, { time: quick });
    told(seconds > quick);
    if (seconds > quick) await this.solve(engine, seconds);
    told(false);
  }

  // The tree of its actions in words, as `showTree` takes it.
  tree(texts) {
    const { line, state, solved } = this;
    if (state.outcome) return { line, over: ending(texts, state) };
    return {
      line,
      over: "",
      mover: texts[`side.${state.to_move}`],
      status: solved ? texts["solve.exact"] : "",
      moves: state.legal.map((action) => this.move(action, texts)),
    };
  }

  move(action, texts) {
    const { bounds, estimates, kind, solved, stake, state } = this;
    const known = bounds.get(action);
    const guess = estimates.get(action);
    const exact = known !== undefined && known[0] === known[1];
    const told = guess ? searched(texts, state.to_move, guess.value, guess.depth) : "…";
    const best = texts[solved ? "tree.best" : "tree.best_so_far"];
    const child = this.open.has(action) ? this.behind.get(action) : undefined;
    return {
      action,
      text: this.rules.actions[action].text,
      value: known ? proven(texts, kind, state.to_move, known, stake) : "",
      exact,
      estimate: exact ? "" : told,
      best: this.best(action) ? best : "",
      visits: 0,
      child: child?.tree(texts) ?? null,
    };
  }

  // Whether an action is one of the best as far as is known: proven, or else by the search.
  best(action) {
    const { bounds, estimates } = this;
    if (this.solved) {
      const most = Math.max(...[...bounds.values()].map(([lower]) => lower));
      return bounds.get(action)[0] === most;
    }
    const most = Math.max(...[...estimates.values()].map(({ value }) => value));
    return estimates.get(action)?.value === most;
  }
}
