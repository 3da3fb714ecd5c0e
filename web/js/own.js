// A game of one's own: its description in TOML, what is wrong with it while it is typed, and what
// it says in words.

import { make } from "./draw.js";
import { Refused } from "./engine.js";
import { button, statusLine } from "./fields.js";
import { sentences } from "./rules.js";

const PAUSE = 200; // milliseconds after the last key

export class OwnGame {
  // `engine`: answers at once; `play(toml)`: puts a game on the board.
  constructor(session, engine, play) {
    Object.assign(this, { session, engine, play, number: 0 });
    this.element = make("section", "mw-own");
    this.text = make("textarea", "mw-toml");
    this.text.id = "own-game";
    this.text.spellcheck = false;
    this.text.wrap = "off";
    this.text.addEventListener("input", () => this.wait());
    this.text.addEventListener("scroll", () => (this.lines.scrollTop = this.text.scrollTop));
    this.lines = make("div", "mw-line-numbers");
    this.lines.setAttribute("aria-hidden", "true");
    const label = make("label", "mw-label", "Description of the game, in TOML");
    label.htmlFor = this.text.id;
    const editor = make("div", "mw-editor");
    editor.append(this.lines, this.text);
    this.go = button("Play this game", () => this.play({ toml: this.text.value }));
    const take = button("Take the game on the board", () => this.take());
    const controls = make("div", "mw-row");
    controls.append(take, this.go);
    this.status = statusLine();
    this.faults = make("ul", "mw-faults");
    this.words = make("div", "mw-said");
    const about =
      "Change the description of a game, or type another one. What cannot be played is named here " +
      "while you type.";
    this.element.append(make("p", "", about), controls, label, editor);
    this.element.append(this.status, this.faults, this.words);
  }

  // Called when the panel is shown: the game on the board, unless something stands there.
  appear() {
    if (!this.text.value) this.take();
  }

  take() {
    this.text.value = this.session.rules.toml;
    this.check();
  }

  wait() {
    this.numberLines(new Set());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  async check() {
    this.number += 1;
    const { number } = this;
    const game = { toml: this.text.value };
    const [rules, refused] = await this.engine
      .ask({ do: "game", game })
      .then((found) => [found, null])
      .catch((error) => [null, error]);
    if (number !== this.number) return; // something else has been typed
    this.go.disabled = refused !== null;
    if (refused) this.refuse(refused);
    else this.accept(rules);
  }

  refuse(error) {
    const faults = error instanceof Refused ? error.faults : [];
    const n = faults.length;
    this.status.textContent = n ? `${n === 1 ? "1 fault" : `${n} faults`}:` : error.message;
    this.status.classList.add("mw-wrong");
    this.faults.replaceChildren(...faults.map((fault) => this.fault(fault)));
    this.words.replaceChildren();
    this.numberLines(new Set(faults.map(({ line }) => line)));
  }

  // A fault; where its line is known, it leads there.
  fault({ text, line }) {
    const item = make("li");
    if (!line) item.textContent = text;
    else item.append(button(text, () => this.point(line), "mw-fault"));
    return item;
  }

  accept(rules) {
    this.status.textContent = `${rules.title || rules.name || "This game"} can be played.`;
    this.status.classList.remove("mw-wrong");
    this.faults.replaceChildren(...rules.idle.map((text) => make("li", "mw-idle", text)));
    this.words.replaceChildren(make("h3", "", "In words"), sentences(rules));
    this.numberLines(new Set());
  }

  // Selects a line, counted from 1.
  point(line) {
    const before = this.text.value.split("\n").slice(0, line - 1);
    const start = before.reduce((sum, text) => sum + text.length + 1, 0);
    const end = this.text.value.indexOf("\n", start);
    this.text.focus();
    this.text.setSelectionRange(start, end < 0 ? this.text.value.length : end);
  }

  numberLines(wrong) {
    const count = this.text.value.split("\n").length;
    const numbers = Array.from({ length: count }, (_, index) => {
      const line = make("div", wrong.has(index + 1) ? "mw-wrong" : "", String(index + 1));
      return line;
    });
    this.lines.replaceChildren(...numbers);
    this.lines.scrollTop = this.text.scrollTop;
  }
}
