// The board: the *view*. It draws what a *model* says and tells the model what the player asks for.
// It knows no rules, and nothing of Jupyter, Python or anything else behind the model.
//
// Model: whoever answers. `model.js` has one that asks Python through anywidget, `replay.js` one that
// has a whole game ready, `puzzling.js` puzzles; an engine in the page is another. A model is an object with
//
//   texts            object: every text by its key, with words in braces (`languages` has them);
//                    "lang" is the code of their language
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
//   game     { title, about, explain, clauses: { number: text }, reserve, lifts: "", or pits tell that their seeds were "lifted" or that each "rests" or "rests_once", marks: "", or
//              a pit is "unplayed", "made" theirs by a player, "closed", "left", "held", "filling", "owned" by the other one, "house",
//              claims: "", "blocked", or made by the "own" player or the "other", shared: slots where both mark, as "made" }
//   layout   { width, height, columns, beside, slots: [{ kind: "pit" | "store" | "reserve", side,
//              pit, field: or not, x, y (the centre), w, h } or null, by slot] }, lengths in hundredths of a pit
//   counts   seeds by slot                marks, claims, lifted   slots of pits that are marked, and so on
//   side     who is to move                        score   [South's, North's]
//   players  [South's name, North's name]; "manual": a person; "": not known
//   turn     "manual" (a person), "agent" (the view asks { do: "answer" } after a breath), "over"
//   choices  [[action, [slots to press, any of them], ">", "<", "on", "stop", "take", "keep", "swap", digits or ""]]: forward,
//            backward, sow on, end the turn, capture, how many seeds, no way
//   status   a sentence                            fault   what could not be done, or ""
//   quoted   the part of `fault` that is English in any language, or ""
//   move     the action to be animated now, or null:
//            { side, chosen: [slots], before: counts, marks: [slots], claims, lifted: [slots], steps: [step] },
//            a step is [kind, from, to, n, text, clause], from and to slots, -1 the hand, -2 off the
//            board, null nothing; lift drop landing capture mark reserve sweep round fill skip restore end
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
//   { do: "position", counts, marks, claims, lifted, side }   { do: "game", name }
//   { do: "option", name, value }               { do: "player", side, name }
//
// Use: `const close = render(model, element)`. Keys are heard where the focus is in the board; a page
// that has one board and little else gives `{ alone: true }`, and keys that nothing has are its.

import { Clock, Mover, flash } from "./animate.js";
import { Controls } from "./controls.js";
import { Picture, filled, make, tell } from "./draw.js";
import { Editor } from "./editor.js";
import { Keys } from "./keys.js";
import { Legend } from "./legend.js";
import { Moves } from "./moves.js";
import { Setup } from "./setup.js";
import { Sides } from "./sides.js";
import { Status } from "./status.js";
import { rated, waysBox } from "./ways.js";

const BREATH = 400; // milliseconds before an agent answers, at speed 1
const NARROW = 480; // pixels: below, stores lie above and below the pits

class BoardView {
  constructor(model, el, alone) {
    this.model = model;
    this.texts = model.texts;
    this.clock = new Clock(model.wishes.speed);
    this.epoch = 0; // grows when what is being shown is no longer wanted
    this.queue = [];
    this.moving = false;
    this.shape = "";
    this.focus = 0;
    this.saved = 0;
    this.wandered = false; // the player has gone to another ply: no agent answers unasked
    this.build();
    el.append(this.root);
    this.root.addEventListener("keydown", (event) => this.keys.key(event));
    this.stray = (event) => event.target === document.body && this.keys.key(event);
    if (alone) document.addEventListener("keydown", this.stray);
    this.place.addEventListener("click", (event) => this.press(event));
    this.place.addEventListener("focusin", (event) => this.follow(event.target));
    this.watch = new ResizeObserver(() => this.fit());
    this.watch.observe(this.root);
    this.deaf = model.listen((what) => {
      if (what === "view") this.take(model.view);
      else this.taste();
    });
    // What was played before the board appeared is not shown again.
    this.take({ ...model.view, move: null });
  }

  build() {
    this.root = make("div", "mancalab");
    this.root.lang = this.texts.lang;
    this.root.tabIndex = -1; // a press beside the pits gives the board the keys, too
    // Keys pressed here are the board's, and no shortcuts of JupyterLab.
    this.root.dataset.lmSuppressShortcuts = "true";
    this.status = new Status();
    this.fault = make("div", "mb-fault");
    this.fault.setAttribute("role", "alert");
    this.hints = make("div", "mb-hint");
    this.sides = new Sides(this.texts);
    this.place = make("div", "mb-place");
    this.legend = new Legend(this.texts);
    this.controls = new Controls(this);
    this.moves = new Moves(this);
    this.setup = new Setup(this);
    this.editor = new Editor(this);
    this.keys = new Keys(this);
    this.told = make("p", "mb-keys");
    const [south, north] = this.sides.both;
    this.root.append(this.status.element, this.fault, north.element, this.place, south.element);
    this.root.append(this.hints, this.editor.element, this.controls.element, this.moves.element);
    this.root.append(this.setup.element, this.legend.element, this.told);
  }

  close() {
    this.deaf();
    document.removeEventListener("keydown", this.stray);
    this.watch.disconnect();
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
    this.model.ask({ ...message, ply: this.latest.ply });
  }

  // To another ply. Two agents would play on at once, and so would a record.
  wander(message) {
    const people = this.view.setup?.chosen.includes("manual");
    if (!people && !this.clock.paused) this.controls.toggle(true);
    this.wandered = true;
    this.send(message);
  }

  begin() {
    if (!this.view.setup) return this.wander({ do: "new" });
    this.wandered = false;
    return this.send({ do: "new" });
  }

  say(text, clause = "") {
    this.status.say(text, clause, this.latest.game.clauses);
  }

  hint(text) {
    this.hints.textContent = text;
  }

  taste() {
    this.controls.taste();
    if (this.view) this.legend.show(this.picture.element, this.model.wishes.counts);
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
        if (view.move) await this.animate(view, current);
        if (!current()) return;
        this.view = view;
        this.settle();
      }
      if (!current()) return;
      this.moving = false;
      this.ask(epoch);
    });
  }

  async animate(view, current) {
    this.root.dataset.turn = "moving";
    this.allow([]);
    this.rate(null);
    this.picture.trace(null);
    this.turn(view.move.side, false);
    this.controls.show(view);
    const say = (text, clause) => this.say(text, clause);
    await new Mover(this.picture, this.clock, say).play(view.move, current);
  }

  // A board for this layout, unless it is there already.
  lay(view) {
    const shape = JSON.stringify([view.layout, view.game.title]);
    if (shape === this.shape) return;
    this.shape = shape;
    this.picture = new Picture(view.layout, this.texts, view.game);
    this.picture.element.setAttribute(
      "aria-label",
      filled(this.texts, "board", { game: view.game.title }),
    );
    this.place.replaceChildren(this.picture.element);
    this.fit();
    this.point(0);
  }

  fit() {
    const { clientWidth: pixels } = this.place;
    this.picture?.arrange(pixels < NARROW ? pixels : 0);
  }

  // The position at rest, and what may be pressed.
  settle() {
    const { view } = this;
    if (this.editor.open) this.editor.finish(false);
    this.picture.show(view.counts, view.marks, view.claims, view.lifted);
    this.picture.trace(view.last);
    this.sides.show(view);
    this.turn(view.turn === "over" && view.setup ? null : view.side, true);
    this.say(view.status);
    tell(this.fault, view.fault, view.quoted);
    this.allow(view.choices);
    this.rate(view.hint);
    this.controls.show(view);
    this.moves.show(view);
    this.setup.shown = view.fault ? "" : this.setup.shown; // what was refused is set back
    this.setup.show(view);
    this.tell(view);
    this.legend.show(this.picture.element, this.model.wishes.counts);
    this.offer(view);
    this.root.dataset.turn = view.turn;
    this.root.dataset.serial = view.serial;
  }

  // The keys, without those that do nothing in this game.
  tell(view) {
    const keys = [this.texts.keys];
    if (view.hints) keys.push(this.texts["keys.hint"]);
    if (view.game.reserve) keys.push(this.texts["keys.reserve"]);
    this.told.textContent = keys.join(" ");
  }

  offer({ file }) {
    if (!file || file.serial === this.saved) return;
    this.saved = file.serial;
    this.controls.offer(file);
  }

  allow(choices) {
    this.choices = choices;
    this.closeWays();
    const playable = new Set(choices.flatMap(([, slots]) => slots));
    this.picture.slots.forEach((slot, number) => slot?.allow(playable.has(number)));
    const free = !this.place.contains(document.activeElement);
    if (free && playable.size && !playable.has(this.focus)) this.point(Math.min(...playable));
  }

  // What a hint says, on the pits; where both ways are rated, each with its arrow.
  rate(hint) {
    const values = new Map();
    const best = new Set();
    for (const [action, value] of hint?.values ?? []) {
      const [, slots, way] = this.choices.find(([one]) => one === action) ?? [0, [], ""];
      for (const slot of slots) {
        const said = rated(this.picture.slots[slot], way, value);
        values.set(slot, values.has(slot) ? `${values.get(slot)} ${said}` : said);
        if (hint.best.includes(action)) best.add(slot);
      }
    }
    this.picture.slots.forEach((slot, number) => {
      slot?.rate(values.get(number) ?? "", best.has(number));
    });
    if (hint || !this.clock.paused) this.hint(hint?.text ?? "");
  }

  // The side to move flashes.
  turn(side, blink) {
    this.side = side;
    const element = this.sides.turn(side);
    this.picture.element.dataset.side = side ?? "";
    if (blink && element) flash([element], this.clock.length(900), 2);
  }

  // Lets an agent answer, after a breath, unless it is paused.
  async ask(epoch) {
    if (this.view.turn !== "agent") return;
    if (this.wandered && this.view.redo && !this.clock.paused) this.controls.toggle(true);
    this.wandered = false;
    await this.clock.sleep(BREATH);
    await this.clock.open(false);
    if (epoch === this.epoch && !this.moving && this.view === this.latest && !this.view.fault) {
      this.send({ do: "answer" });
    }
  }

  setUp() {
    this.allow([]);
    this.rate(null);
    this.picture.trace(null);
    this.editor.start(this.view);
    this.point(0, true);
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
    if (!element.dataset.slot) return;
    this.point(Number(element.dataset.slot));
    if (this.editor.open) this.editor.choose(this.focus);
  }

  press(event) {
    const element = event.target.closest(".mb-slot");
    if (!element) return;
    const number = Number(element.dataset.slot);
    this.point(number);
    if (this.editor.open) this.editor.choose(number);
    else this.choose(number);
  }

  choose(number) {
    const found = this.choices.filter(([, slots]) => slots.includes(number));
    if (found.length > 1) this.openWays(number, found);
    else if (found.length) this.play(found[0][0]);
  }

  // The pit of that number: one's own first.
  pit(pit) {
    const playable = (slot) => slot?.playable && slot.place.pit === pit;
    const own = (slot) => slot.place.side === this.side;
    const found = this.picture.slots.filter(playable).sort((a, b) => own(b) - own(a));
    if (found.length) this.choose(found[0].number);
  }

  reserve() {
    const found = this.picture.slots.find(
      (slot) => slot?.playable && slot.place.kind === "reserve",
    );
    if (found) this.choose(found.number);
  }

  play(action) {
    this.choices = []; // nothing is pressed twice
    this.wandered = false;
    this.closeWays();
    this.send({ do: "play", action });
  }

  openWays(number, found) {
    this.closeWays();
    const ways = found.map(([action, , way]) => [way, () => this.play(action)]);
    this.ways = { box: waysBox(this.picture, number, ways, this.texts), number };
    this.ways.box.firstChild.focus();
  }

  closeWays() {
    this.ways?.box.remove();
    this.ways = null;
  }
}

export function render(model, element, { alone = false } = {}) {
  const board = new BoardView(model, element, alone);
  return () => board.close();
}
