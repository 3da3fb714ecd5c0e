// The explorer: what every action of a position is worth, and of the positions behind it.

import { filled, make } from "./draw.js";
import { Stopped } from "./engine.js";
import { button, labelled, select, statusLine } from "./fields.js";
import { Position } from "./positions.js";
import { duration, showTree } from "./tree.js";

const PAUSE = 300; // milliseconds for which a position stands on the board before it is looked into
const LIMITS = [3, 10, 60, 600]; // seconds

export class Explorer {
  constructor(session, engine, words) {
    Object.assign(this, { session, engine, words, shown: false, key: "", root: null });
    this.jobs = Promise.resolve();
    this.growing = new Set();
    this.element = make("section", "mw-explorer");
    this.limit = select(words, LIMITS, 10, (n) => (texts) => duration(texts, n));
    this.limit.addEventListener("change", () => this.restart());
    this.halt = button(words, "stop", () => this.stop());
    this.status = statusLine();
    this.place = make("div", "mw-tree");
    const controls = make("div", "mw-row");
    controls.append(
      labelled(words, "explore.time", this.limit),
      this.halt,
      button(words, "solve.again", () => this.restart()),
    );
    const about = words.put(make("p"), "explore.about");
    this.element.append(about, controls, this.status, this.place);
    words.listen(() => this.tell());
    session.listen((what) => what === "view" && this.follow());
  }

  // What the tree is asked for.
  ask({ do: what, line }) {
    if (what === "line") return this.session.show(line);
    const parent = this.root.after(line.slice(0, -1));
    const action = line.at(-1);
    if (what === "collapse") parent.open.delete(action);
    else parent.open.add(action);
    this.tell();
    return what === "expand" && !parent.behind.has(action) ? this.grow(parent, action) : null;
  }

  tell() {
    const { root, words } = this;
    if (root) showTree(this.place, root.tree(words.texts), (asked) => this.ask(asked), words.texts);
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
    const key = JSON.stringify(this.session.at);
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
    const { at, rules, state } = this.session;
    this.key = JSON.stringify(at);
    this.place.replaceChildren();
    this.root = null;
    if (state.outcome) {
      this.words.put(this.status, "solve.over");
      return;
    }
    this.root = new Position(rules, at, [], state);
    this.tell();
    this.evaluate(this.root);
  }

  // One position after the other; what is no longer wanted is left out.
  evaluate(position) {
    const { key, status, words } = this;
    this.jobs = this.jobs.then(async () => {
      if (key !== this.key) return;
      words.put(status, "explore.searching");
      this.halt.disabled = false;
      try {
        await this.lookInto(position, Number(this.limit.value));
      } catch (error) {
        if (!(error instanceof Stopped) || this.key === "") words.fault(status, error);
      }
      this.halt.disabled = true;
    });
    return this.jobs;
  }

  async lookInto(position, seconds) {
    const say = (key) => (texts) => filled(texts, key, { time: duration(texts, seconds) });
    const told = (long) => {
      if (long) this.words.put(this.status, say("solve.now"));
      this.tell();
    };
    await position.evaluate(this.engine, seconds, told);
    this.words.put(this.status, position.solved ? "solve.exact" : say("solve.open"));
    this.tell();
  }

  // The position behind an action.
  async grow(parent, action) {
    const line = [...parent.line, action];
    const wanted = `${line}`;
    if (this.growing.has(wanted)) return;
    this.growing.add(wanted);
    try {
      const { root } = this;
      const at = { ...parent.at, actions: [...parent.at.actions, action] };
      const state = await this.session.engine.ask({ do: "state", at });
      if (root !== this.root) return; // another position has come onto the board
      const position = new Position(parent.rules, at, line, state);
      parent.behind.set(action, position);
      this.tell();
      if (state.outcome) return;
      if (this.key === "") this.key = JSON.stringify(this.session.at);
      this.evaluate(position);
    } finally {
      this.growing.delete(wanted);
    }
  }
}
