// Moves shown step by step, in the order of the engine's trace.

import { make } from "./draw.js";

const DROP = 320; // milliseconds for a seed at speed 1
const HAND = -1;

const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

// Time as the player wants it: its speed, pauses, single steps, and an end to what is shown.
export class Clock {
  constructor(speed) {
    Object.assign(this, { speed, paused: false, steps: 0, hurry: false });
    this.waiting = new Set();
    this.era = 0; // what was waited for in an earlier one is no longer wanted
  }

  wake() {
    for (const done of this.waiting) done();
    this.waiting.clear();
  }

  pause(paused) {
    this.paused = paused;
    this.steps = 0;
    this.wake();
  }

  // One more step while paused.
  step() {
    this.steps = 1;
    this.wake();
  }

  // The rest of this move at once.
  finish() {
    this.hurry = true;
    this.wake();
  }

  // Nothing that is waited for is wanted any more.
  drop() {
    this.era += 1;
    this.hurry = false;
    this.wake();
  }

  // Waits as long as it is paused; `spend` uses up the single step that was asked for.
  async open(spend) {
    const { era } = this;
    while (this.paused && this.steps === 0 && !this.hurry && era === this.era) {
      await new Promise((done) => this.waiting.add(done));
    }
    if (spend && this.paused && this.steps > 0) this.steps -= 1;
  }

  length(milliseconds) {
    const length = this.hurry ? 0 : milliseconds / this.speed;
    return length < 1 ? 0 : length; // nobody sees less
  }

  async sleep(milliseconds) {
    const length = this.length(milliseconds);
    if (length === 0) return;
    let timer;
    await new Promise((done) => {
      timer = setTimeout(done, length);
      this.waiting.add(done);
    });
    clearTimeout(timer);
  }
}

// A flash that lasts as long as the step it belongs to.
export function flash(elements, length, times = 1) {
  if (length === 0) return;
  for (const element of elements) {
    if (still()) {
      element.classList.add("mb-lit");
      setTimeout(() => element.classList.remove("mb-lit"), length);
      continue;
    }
    // Opacity alone, so that no frame waits for a layout.
    const glow = make("span", "mb-glow");
    element.append(glow);
    const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }];
    const shown = glow.animate(frames, { duration: length / times, iterations: times });
    shown.finished.catch(() => {}).then(() => glow.remove());
  }
}

export class Mover {
  constructor(picture, clock, say) {
    Object.assign(this, { picture, clock, say, held: 0, at: null });
  }

  elements(numbers) {
    return numbers
      .filter((number) => number !== null && number >= 0)
      .map((number) => this.picture.slots[number].element);
  }

  // Shows a move; `current` says whether it is still wanted.
  async play(move, current) {
    const { picture, clock } = this;
    picture.show(move.before, move.marks, move.claims, move.lifted);
    this.held = 0;
    this.at = null;
    const chosen = this.elements(move.chosen);
    await clock.open(false);
    flash(chosen, clock.length(2 * DROP), 2);
    await clock.sleep(2 * DROP);
    for (const [kind, from, to, n, text, clause] of move.steps) {
      await clock.open(true);
      if (!current()) return;
      if (text) this.say(text, clause);
      await this.step(kind, from, to, n, move);
      if (!current()) return;
    }
    clock.hurry = false;
    picture.carry(0);
  }

  async step(kind, from, to, n, move) {
    const { clock } = this;
    if (kind === "round") this.picture.unmark(); // marks hold for a round
    if (["skip", "swap", "race", "lot", "round", "end"].includes(kind)) return clock.sleep(3 * DROP);
    if (kind === "restore") {
      this.picture.show(move.before, move.marks, move.claims, move.lifted);
      this.held = 0;
      return clock.sleep(3 * DROP);
    }
    if (kind === "lift") return this.lift(from, n, move.side);
    if (kind === "drop") return this.drop(to, n, move.side);
    if (kind === "mark") this.picture.mark(to, move.side);
    if (kind === "unmark") this.picture.slots[to].mark(false);
    if (["landing", "mark", "unmark"].includes(kind)) {
      flash(this.elements([to]), clock.length(2 * DROP), 2);
      return clock.sleep(2 * DROP);
    }
    const length = kind === "reserve" ? DROP / 2 : 2 * DROP;
    return this.travel(from, to, n, length);
  }

  add(number, n) {
    const slot = this.picture.slots[number];
    slot.show(slot.n + n);
    if (slot.marked && this.picture.marks === "unplayed") slot.mark(false); // it is played now
  }

  // The hand goes to a slot, in a flight of that length.
  fly(to, length) {
    const { hand } = this.picture;
    const there = this.picture.centre(to);
    const here = this.at === null ? there : this.picture.centre(this.at);
    this.at = to;
    hand.style.transform = there;
    if (length && !still()) {
      hand.animate([{ transform: here }, { transform: there }], {
        duration: length,
        easing: "ease-in-out",
      });
    }
  }

  async lift(from, n, side) {
    this.add(from, -n);
    this.picture.lift(from, side);
    this.held += n;
    this.at = from;
    this.fly(from, 0);
    this.picture.carry(this.held);
    flash(this.elements([from]), this.clock.length(DROP));
    await this.clock.sleep(DROP);
  }

  async drop(to, n, side) {
    const fall = this.clock.length(DROP * 0.55);
    this.fly(to, fall);
    await this.clock.sleep(DROP * 0.55);
    this.held -= n;
    this.picture.carry(this.held);
    this.add(to, n);
    this.picture.fall(to, side);
    flash(this.elements([to]), this.clock.length(DROP));
    await this.clock.sleep(DROP * 0.45);
  }

  // Seeds from one slot to another, or into the hand: both flash while they travel.
  async travel(from, to, n, length) {
    const { clock, picture } = this;
    flash(this.elements([from, to]), clock.length(1.5 * length), 2);
    if (from === HAND) this.held -= n; // captured seeds that are kept
    const rest = this.held > 0 && to !== HAND ? this.at : null; // the hand still sows from there
    if (to === HAND) this.held += n;
    if (from !== HAND) {
      this.add(from, -n);
      this.at = from;
    }
    picture.carry(to === HAND ? this.held : n);
    this.fly(to >= 0 ? to : from, clock.length(length));
    await clock.sleep(length);
    if (to >= 0) this.add(to, n);
    picture.carry(this.held);
    if (rest !== null) this.fly((this.at = rest), 0);
  }
}
