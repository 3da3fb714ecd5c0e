// A game of one's own: its description in TOML, what is wrong with it while it is typed, and what
// it says in words.

import { filled, make } from "./draw.js";
import { button, plainButton, statusLine } from "./fields.js";
import { sentences } from "./rules.js";

const PAUSE = 200; // milliseconds after the last key

export class OwnGame {
  // `engine`: answers at once; `play(toml)`: puts a game on the board.
  constructor(session, engine, words, play) {
    Object.assign(this, { session, engine, words, play, number: 0 });
    this.element = make("section", "mw-own");
    this.text = make("textarea", "mw-toml");
    this.text.id = "own-game";
    this.text.spellcheck = false;
    this.text.wrap = "off";
    this.text.addEventListener("input", () => this.wait());
    this.text.addEventListener("scroll", () => (this.lines.scrollTop = this.text.scrollTop));
    this.lines = make("div", "mw-line-numbers");
    this.lines.setAttribute("aria-hidden", "true");
    const label = words.put(make("label", "mw-label"), "own.text");
    label.htmlFor = this.text.id;
    const editor = make("div", "mw-editor");
    editor.append(this.lines, this.text);
    this.go = button(words, "own.play", () => this.play({ toml: this.text.value }));
    const take = button(words, "own.take", () => this.take());
    const controls = make("div", "mw-row");
    controls.append(take, this.go);
    this.status = statusLine();
    this.faults = make("ul", "mw-faults");
    this.faults.lang = "en"; // what the engine says
    this.said = make("div", "mw-said");
    this.rules = make("div");
    this.said.append(words.put(make("h3"), "rules.words"), this.rules);
    this.said.hidden = true;
    this.element.append(words.put(make("p"), "own.about"), controls, label, editor);
    this.element.append(this.status, this.faults, this.said);
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
    const faults = error.faults ?? [];
    const n = faults.length;
    if (n === 0) this.words.fault(this.status, error);
    else this.words.put(this.status, n === 1 ? "own.faults.1" : "own.faults", { n });
    this.status.classList.add("mw-wrong");
    this.faults.replaceChildren(...faults.map((fault) => this.fault(fault)));
    this.said.hidden = true;
    this.numberLines(new Set(faults.map(({ line }) => line)));
  }

  // A fault; where its line is known, it leads there.
  fault({ text, line }) {
    const item = make("li");
    if (!line) item.textContent = text;
    else item.append(plainButton(text, () => this.point(line), "mw-fault"));
    return item;
  }

  accept(rules) {
    const named = rules.title || rules.name;
    const good = (texts) => filled(texts, "own.good", { game: named || texts["own.unnamed"] });
    this.words.put(this.status, good);
    this.status.classList.remove("mw-wrong");
    this.faults.replaceChildren(...rules.idle.map((text) => make("li", "mw-idle", text)));
    this.rules.replaceChildren(sentences(rules));
    this.said.hidden = false;
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
