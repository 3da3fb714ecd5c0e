// The explorer: what every action of a position is worth, and of the positions behind it.

import { make } from "./draw.js";
import { Stopped } from "./engine.js";
import { button, labelled, select, statusLine } from "./fields.js";
import { counts } from "./slots.js";
import { proven, searched } from "./values.js";

const MEMORY = 2 ** 28; // bytes that the solver may use
const FIRST = 1; // seconds of a first try to solve
const PAUSE = 300; // milliseconds for which a position stands on the board before it is looked into
const LIMITS = [
  ["3", "3 seconds"],
  ["10", "10 seconds"],
  ["60", "1 minute"],
  ["600", "10 minutes"],
];

// A position and its actions, as a list.
class Node {
  // `at`: the game up to here, as the engine takes it; `line`: its actions since the root.
  constructor(explorer, at, line, state) {
    Object.assign(this, { explorer, at, line, state, solved: false, estimates: new Map() });
    this.bounds = new Map();
    this.stake = counts(state).reduce((sum, seeds) => sum + seeds, 0);
    this.element = make("ul", "mw-moves");
    this.rows = new Map(state.legal.map((action) => [action, this.row(action)]));
    this.element.append(...[...this.rows.values()].map(({ item }) => item));
  }

  row(action) {
    const { text } = this.explorer.rules.actions[action];
    const item = make("li", "mw-move");
    const head = make("div", "mw-move-head");
    const play = button(text, () => this.explorer.show([...this.line, action]), "mw-play");
    play.title = "Show this on the board";
    play.setAttribute("aria-label", `Play ${text} on the board`);
    const words = make("div", "mw-words");
    const value = make("span", "mw-value");
    const estimate = make("span", "mw-estimate", "…");
    words.append(value, estimate);
    const more = button("Replies", () => this.expand(action), "mw-more");
    more.setAttribute("aria-expanded", "false");
    more.setAttribute("aria-label", `Replies to ${text}`);
    head.append(play, words, more);
    item.append(head);
    return { item, value, estimate, more };
  }

  async expand(action) {
    const { item, more } = this.rows.get(action);
    const open = more.getAttribute("aria-expanded") === "true";
    more.setAttribute("aria-expanded", String(!open));
    const child = item.querySelector(":scope > .mw-moves, :scope > .mw-over");
    if (child) child.hidden = open;
    else await this.explorer.grow(this, action);
  }

  // Writes what is known beside the actions, and marks the best ones.
  tell() {
    const { bounds, estimates, kind, state } = this;
    const side = state.to_move;
    const least = Math.max(...[...bounds.values()].map(([lower]) => lower));
    const most = Math.max(...[...estimates.values()].map(({ value }) => value));
    for (const [action, { item, value, estimate }] of this.rows) {
      const known = bounds.get(action);
      const guess = estimates.get(action);
      const exact = known !== undefined && known[0] === known[1];
      value.textContent = known ? proven(kind, side, known, this.stake) : "";
      value.classList.toggle("mw-exact", exact);
      estimate.textContent = guess && !exact ? searched(side, guess.value, guess.depth) : "";
      const best = this.solved ? exact && known[0] === least : guess?.value === most;
      item.classList.toggle("mw-best", best);
      item.querySelector(".mw-star")?.remove();
      if (best) estimate.after(make("span", "mw-star", this.solved ? "best" : "best so far"));
    }
  }

  async search(limits) {
    const found = await this.explorer.ask({ do: "analyse", at: this.at, search: limits });
    for (const [action, value] of found.values) {
      this.estimates.set(action, { value, depth: found.depth });
    }
    this.tell();
  }

  async solve(seconds) {
    const limits = { time: seconds, memory: MEMORY };
    const found = await this.explorer.ask({ do: "solve", at: this.at, limits });
    this.kind = found.kind;
    this.method = found.method;
    for (const [action, bounds] of found.actions) {
      const [low, high] = this.bounds.get(action) ?? bounds;
      this.bounds.set(action, [Math.max(low, bounds[0]), Math.min(high, bounds[1])]);
    }
    this.solved = [...this.bounds.values()].every(([low, high]) => low === high);
    this.tell();
  }

  // Finds out as much as the limit of time allows, the quickest first.
  async evaluate(seconds, say) {
    const quick = Math.min(FIRST, seconds);
    await this.search({ depth: 4 });
    await this.solve(quick);
    if (!this.solved) await this.search({ time: quick });
    if (!this.solved && seconds > quick) {
      say(`Solving, for ${seconds} seconds at most …`);
      await this.solve(seconds);
    }
    if (this.solved) say("Solved: these values are exact.");
    else say(`Not solved in ${seconds} seconds.`);
  }
}

export class Explorer {
  constructor(session, engine) {
    Object.assign(this, { session, engine, shown: false, key: "", jobs: Promise.resolve() });
    this.element = make("section", "mw-explorer");
    this.limit = select(LIMITS, "10");
    this.limit.addEventListener("change", () => this.restart());
    this.halt = button("Stop", () => this.stop());
    this.status = statusLine();
    this.tree = make("div", "mw-tree");
    const controls = make("div", "mw-row");
    controls.append(
      labelled("Time to solve a position", this.limit),
      this.halt,
      button("Again", () => this.restart()),
    );
    const words =
      "What is each action worth, with best play on both sides, in the position on the board? Exact " +
      "values where the game can be solved in time; else what is proven so far, and in grey what " +
      "AlphaBeta thinks, so many actions ahead.";
    this.element.append(make("p", "", words), controls, this.status, this.tree);
    session.listen((what) => what === "view" && this.follow());
  }

  get rules() {
    return this.session.rules;
  }

  show(line) {
    this.session.show(line);
  }

  ask(request) {
    return this.engine.ask(request);
  }

  // Called when the panel is shown or hidden.
  appear(shown) {
    this.shown = shown;
    if (shown) this.follow();
    else this.stop();
  }

  // The position on the board, if it is another one.
  follow() {
    if (!this.shown) return;
    const { at } = this.session;
    const key = JSON.stringify(at);
    if (key === this.key) return;
    this.stop();
    this.timer = setTimeout(() => this.restart(), PAUSE);
  }

  stop() {
    clearTimeout(this.timer);
    this.key = "";
    this.engine.stop();
  }

  restart() {
    this.stop();
    const { at, state } = this.session;
    this.key = JSON.stringify(at);
    this.tree.replaceChildren();
    if (state.outcome) {
      this.status.textContent = "The game is over.";
      return;
    }
    const root = new Node(this, at, [], state);
    this.tree.append(root.element);
    this.evaluate(root);
  }

  // One position after the other; what is no longer wanted is left out.
  evaluate(node) {
    const { key } = this;
    const say = (text) => (this.status.textContent = text);
    this.jobs = this.jobs.then(async () => {
      if (key !== this.key) return;
      say("Searching …");
      this.halt.disabled = false;
      try {
        await node.evaluate(Number(this.limit.value), say);
      } catch (error) {
        if (!(error instanceof Stopped)) say(error.message);
        else if (this.key === "") say("Stopped.");
      }
      this.halt.disabled = true;
    });
    return this.jobs;
  }

  // The positions behind an action.
  async grow(parent, action) {
    const { item, more } = parent.rows.get(action);
    const line = [...parent.line, action];
    const at = { ...parent.at, actions: [...parent.at.actions, action] };
    more.disabled = true;
    try {
      const state = await this.session.engine.ask({ do: "state", at });
      if (state.outcome) {
        const [south, north] = state.scores;
        item.append(make("p", "mw-over", `The game is over: South ${south}, North ${north}.`));
        return;
      }
      const child = new Node(this, at, line, state);
      const mover = ["South", "North"][state.to_move];
      child.element.setAttribute("aria-label", `${mover} to move`);
      item.append(child.element);
      if (this.key === "") this.key = JSON.stringify(this.session.at);
      this.evaluate(child);
    } finally {
      more.disabled = false;
    }
  }
}
