// The board: the *view*. It draws what a *model* says and tells the model what the player asks for.
// It knows no rules, and nothing of Jupyter, Python or anything else behind the model.
//
// Model: whoever answers. `notebook.js` has one that asks Python through anywidget, `replay.js` one
// that has a whole game ready; an engine in the page is a third. A model is an object with
//
//   texts            object: every text by its key, with words in braces (English: texts.py)
//   view             object: what is to be seen now, as below; always complete
//   wishes           object: { speed: number (1: three seeds a second), counts: boolean }
//   ask(request)     the player asks for something; the answer is a new `view`, sooner or later
//   wish(name, value)  the player wants another speed, or counts shown or hidden
//   listen(hear)     calls hear("view") after each new view and hear("wishes") after each new wish;
//                    gives a function that stops it
//
// Slots are numbers: South's pits 0 ... n-1 as they are numbered, North's pits n ... 2n-1, the two
// stores 2n and 2n+1, the two reserves 2n+2 and 2n+3. Sides are 0 (South) and 1 (North).
//
// View, plain JSON:
//
//   serial   number that grows with each view      ply     actions played until here
//   game     { title, about, explain, clauses: { number: text }, reserve: boolean (it has one),
//              ways: boolean (directions are chosen), marks: boolean, language of about and explain }
//   layout   { width, height, columns, beside, slots: [{ kind: "pit" | "store" | "reserve", side,
//              pit, x, y (the centre), w, h } or null, by slot] }, lengths in hundredths of a pit
//   counts   seeds by slot                         marks   slots of marked pits
//   side     who is to move                        score   [South's, North's]
//   players  [South's name, North's name]; "manual": a person; "": not known
//   turn     "manual" (a person), "agent" (the view asks { do: "answer" } after a breath), "over"
//   choices  [[action, [slots to press, any of them], ">" or "<" or ""]]: forward, backward, no way
//   status   a sentence                            fault   what could not be done, or ""
//   move     the action to be animated now, or null:
//            { side, chosen: [slots], before: counts, marks: [slots], steps: [step] }, a step is
//            [kind, from, to, n, text, clause], from and to slots, -1 the hand, -2 off the board,
//            null nothing; kinds: lift drop landing capture reserve sweep skip restore end
//   last     marks of the last action: { chosen: [slots], landing: slot or null, captured: [slots] },
//            or null
//   moves    [[side, text, action]] of the whole game, also of what is taken back (from `ply` on)
//   undo, redo   booleans: whether there is anything to take back, to play again
//   hint     null, or { best: [actions], values: [[action, "+4"]], text }
//   edit     whether positions can be set up       files   whether games can be saved and loaded
//   hints    whether { do: "hint" } is answered    seek    whether { do: "go" } may go to any ply
//   file     null, or { serial, name, text }: the answer to { do: "save" }
//   setup    null, or { games: [[name, title]], game, chosen: [player, player],
//              players: [[name, label, group]],
//              options: [{ name, label, about, value, main, type: "flag" | "number" | "word",
//                          values: [[value, label]] | least, most, or_none }] }
//
// Requests; each comes with `ply`, the plies of the view that the player saw, so that what was
// pressed too late can be left alone:
//
//   { do: "play", action }   { do: "answer" }   { do: "undo" }   { do: "redo" }   { do: "new" }
//   { do: "go", to }   { do: "hint" }   { do: "save" }   { do: "load", text }
//   { do: "position", counts, marks, side }     { do: "game", name }
//   { do: "option", name, value }               { do: "player", side, name }
//
// Use: `const close = render(model, element)`.

import { Clock, Mover, flash } from "./animate.js";
import { Controls, Setup, button } from "./controls.js";
import { Picture, filled, make } from "./draw.js";

const BREATH = 400; // milliseconds before an agent answers, at speed 1
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

class BoardView {
  constructor(model, el) {
    this.model = model;
    this.texts = model.get("texts");
    this.clock = new Clock(model.get("speed"));
    this.epoch = 0; // grows when what is being shown is no longer wanted
    this.queue = [];
    this.moving = false;
    this.shape = "";
    this.focus = 0;
    this.root = make("div", "mancalab");
    // Keys pressed here are the board's, and no shortcuts of JupyterLab.
    this.root.dataset.lmSuppressShortcuts = "true";
    this.line = make("div", "mb-status");
    this.line.setAttribute("role", "status");
    this.line.setAttribute("aria-live", "polite");
    this.clause = make("span", "mb-clause");
    this.words = make("span", "mb-words");
    this.line.append(this.words, this.clause);
    this.fault = make("div", "mb-fault");
    this.fault.setAttribute("role", "alert");
    this.hints = make("div", "mb-hint");
    this.sides = [1, 0].map(() => make("div", "mb-side"));
    this.place = make("div", "mb-place");
    this.controls = new Controls(this);
    this.setup = new Setup(this);
    const keys = make("p", "mb-keys", this.texts.keys);
    const [north, south] = this.sides;
    this.root.append(this.line, this.fault, north, this.place, south, this.hints);
    this.root.append(this.controls.element, this.setup.element, keys);
    el.append(this.root);
    this.place.addEventListener("keydown", (event) => this.key(event));
    this.place.addEventListener("click", (event) => this.press(event));
    this.place.addEventListener("focusin", (event) => this.follow(event.target));
    this.listeners = {
      "change:view": () => this.take(model.get("view")),
      "change:speed": () => this.controls.taste(),
      "change:counts": () => this.controls.taste(),
    };
    for (const [name, hear] of Object.entries(this.listeners)) model.on(name, hear);
    // What was played before the board appeared is not shown again.
    this.take({ ...model.get("view"), move: null });
  }

  close() {
    for (const [name, hear] of Object.entries(this.listeners)) this.model.off(name, hear);
    this.drop();
    this.root.remove();
  }

  // What is being shown, and what waits to be, is dropped.
  drop() {
    this.epoch += 1;
    this.queue = [];
    this.clock.drop();
  }

  send(message) {
    this.model.send({ ...message, ply: this.latest.ply });
  }

  who(name) {
    return name === "manual" ? this.texts.manual : name;
  }

  say(text, clause = "") {
    this.words.textContent = text;
    this.clause.textContent = clause;
    this.clause.title = this.quoted(clause);
    this.clause.hidden = !clause;
  }

  // What the clauses say, each on a line after its number.
  quoted(clause) {
    const { clauses } = this.latest.game;
    const known = clause.split(", ").filter((number) => Object.hasOwn(clauses, number));
    return known.map((number) => `${number}: ${clauses[number]}`).join("\n");
  }

  hint(text) {
    this.hints.textContent = text;
  }

  take(view) {
    this.latest = view;
    if (!view.move) this.drop();
    this.queue.push(view);
    if (!this.moving) this.work(this.epoch);
    else if (!view.move) this.work(this.epoch, this.done);
  }

  // Shows the views that wait, one after the other.
  work(epoch, after = Promise.resolve()) {
    this.moving = true;
    this.done = after.then(async () => {
      const current = () => epoch === this.epoch;
      while (current() && this.queue.length) {
        const view = this.queue.shift();
        this.lay(view);
        if (view.move) {
          this.root.dataset.turn = "moving";
          this.allow([]);
          this.turn(view.move.side, false);
          this.controls.show(view);
          const say = (text, clause) => this.say(text, clause);
          await new Mover(this.picture, this.clock, say).play(view.move, current);
        }
        if (!current()) return;
        this.view = view;
        this.settle();
      }
      if (!current()) return;
      this.moving = false;
      this.ask(epoch);
    });
  }

  // A board for this layout, unless it is there already.
  lay(view) {
    const shape = JSON.stringify(view.layout);
    if (shape === this.shape) return;
    this.shape = shape;
    this.picture = new Picture(view.layout, this.texts);
    this.picture.element.setAttribute(
      "aria-label",
      filled(this.texts, "board", { game: view.game.title }),
    );
    this.place.replaceChildren(this.picture.element);
    this.point(0);
  }

  // The position at rest, and what may be pressed.
  settle() {
    const { view, texts } = this;
    this.picture.show(view.counts, view.marks);
    this.sides.forEach((element, index) => {
      const side = 1 - index;
      const names = [texts[`side.${side}`], this.who(view.players[side])];
      element.textContent = names.filter((name) => name).join(" · ");
    });
    this.turn(view.turn === "over" && view.setup ? null : view.side, true);
    this.say(view.status);
    this.fault.textContent = view.fault;
    this.allow(view.choices);
    this.controls.show(view);
    this.setup.shown = view.fault ? "" : this.setup.shown; // what was refused is set back
    this.setup.show(view);
    this.root.dataset.turn = view.turn;
    this.root.dataset.serial = view.serial;
  }

  allow(choices) {
    this.choices = choices;
    this.closeWays();
    const playable = new Set(choices.flatMap(([, slots]) => slots));
    this.picture.slots.forEach((slot, number) => slot?.allow(playable.has(number)));
    const free = !this.place.contains(document.activeElement);
    if (free && playable.size && !playable.has(this.focus)) this.point(Math.min(...playable));
  }

  // The side to move flashes.
  turn(side, blink) {
    this.side = side;
    this.sides.forEach((element, index) => {
      element.classList.toggle("mb-to-move", 1 - index === side);
      if (blink && 1 - index === side) flash([element], this.clock.length(900), 2);
    });
  }

  // Lets an agent answer, after a breath, unless it is paused.
  async ask(epoch) {
    if (this.view.turn !== "agent") return;
    await this.clock.sleep(BREATH);
    await this.clock.open(false);
    if (epoch === this.epoch && !this.moving && this.view === this.latest && !this.view.fault) {
      this.send({ do: "answer" });
    }
  }

  // Pits, by pointer or key

  // The one slot that the Tab key reaches.
  point(number, focus = false) {
    const { slots } = this.picture;
    if (slots[this.focus]) slots[this.focus].element.tabIndex = -1;
    this.focus = number;
    slots[number].element.tabIndex = 0;
    if (focus) slots[number].element.focus();
  }

  // However a slot came by the focus, the arrow keys go on from there.
  follow(element) {
    if (element.dataset.slot) this.point(Number(element.dataset.slot));
  }

  press(event) {
    const element = event.target.closest(".mb-slot");
    if (!element) return;
    const number = Number(element.dataset.slot);
    this.point(number);
    this.choose(number);
  }

  choose(number) {
    const found = this.choices.filter(([, slots]) => slots.includes(number));
    if (found.length > 1) this.openWays(number, found);
    else if (found.length) this.play(found[0][0]);
  }

  play(action) {
    this.choices = []; // nothing is pressed twice
    this.closeWays();
    this.send({ do: "play", action });
  }

  // Where a pit can be sown both ways, it asks which.
  openWays(number, found) {
    this.closeWays();
    const slot = this.picture.slots[number];
    const box = make("div", "mb-ways");
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", filled(this.texts, "way", { pit: slot.name }));
    const south = slot.place.side === 0;
    const ways = found.map(([action, , way]) => {
      const right = (way === ">") === south;
      const name = this.texts[`way.${way}`];
      const press = button("way", right ? `${name} →` : `← ${name}`, () => this.play(action));
      return [right, press];
    });
    box.append(...ways.sort(([left], [right]) => left - right).map(([, press]) => press));
    // It stays on the board.
    const left = slot.place.x < this.picture.layout.width / 2;
    if (left) box.style.left = slot.element.style.left;
    else {
      const { left: start, width } = slot.element.style;
      box.style.right = `${100 - parseFloat(start) - parseFloat(width)}%`;
    }
    box.style[south ? "bottom" : "top"] = "50%";
    this.picture.element.append(box);
    this.ways = { box, number };
    box.firstChild.focus();
  }

  closeWays() {
    this.ways?.box.remove();
    this.ways = null;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const done = this.ways ? this.wayKey(event.key) : this.pitKey(event.key);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  }

  wayKey(key) {
    const { box, number } = this.ways;
    if (key === "Escape") {
      this.closeWays();
      this.point(number, true);
      return true;
    }
    if (!ARROWS[key]) return false;
    (ARROWS[key][0] < 0 ? box.firstChild : box.lastChild).focus();
    return true;
  }

  pitKey(key) {
    if (ARROWS[key]) {
      this.point(this.picture.beside(this.focus, ...ARROWS[key]), true);
      return true;
    }
    if (/^[0-9]$/.test(key)) return this.digit(Number(key));
    const keys = {
      r: () => this.reserve(),
      u: () => this.controls.undo.click(),
      p: () => this.controls.pause.click(),
      s: () => this.controls.step.click(),
    };
    keys[key.toLowerCase()]?.();
    return key.toLowerCase() in keys;
  }

  // A digit plays a pit: one's own first, as it is numbered.
  digit(pit) {
    const playable = (slot) => slot?.playable && slot.place.pit === pit;
    const own = (slot) => slot.place.side === this.side;
    const found = this.picture.slots.filter(playable).sort((a, b) => own(b) - own(a));
    if (found.length) this.choose(found[0].number);
    return true;
  }

  reserve() {
    const found = this.picture.slots.find(
      (slot) => slot?.playable && slot.place.kind === "reserve",
    );
    if (found) this.choose(found.number);
  }
}

export function render({ model, el }) {
  const board = new BoardView(model, el);
  return () => board.close();
}
