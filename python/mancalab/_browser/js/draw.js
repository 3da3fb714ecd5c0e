// The board as elements: pits as buttons with their stones, stores, reserves.

import { PIT_STONES, pitStones, stonesIn, trayStones } from "./stones.js";

const BAR = 64; // height of a store on a narrow board, where it lies above or below the pits
const LEAST = 34; // pixels of a pit: what is wider can be moved from side to side
const LEAST_OF_MANY = 32; // where a row is long: eleven pits are seen whole on a page of 375 pixels
const MANY = 11; // pits of a row
const LINES = 27; // pixels that a count and a number below each other need
const MARKS = ["chosen", "landing", "captured"]; // of the last action
const HINTED = "mb-best";
const RATED = "mb-rated";

export function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

export function button(name, text, press) {
  const element = make("button", `mb-button mb-${name}`, text);
  element.type = "button";
  element.addEventListener("click", press);
  return element;
}

// A text of the table, its words in braces filled in.
export function filled(texts, key, values = {}) {
  return texts[key].replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

// A text in an element; the part of it that is English in any language is marked as that.
export function tell(element, text, english = "") {
  const at = english ? text.indexOf(english) : -1;
  if (at < 0) {
    element.textContent = text;
    return;
  }
  const part = make("span", "", english);
  part.lang = "en";
  element.replaceChildren(text.slice(0, at), part, text.slice(at + english.length));
}

export function seeds(texts, n) {
  return n === 1 ? texts["seeds.1"] : filled(texts, "seeds", { n });
}

const percent = (part, whole) => `${((100 * part) / whole).toFixed(3)}%`;

// The texts of what marks on pits say.
export const MARKED = { unplayed: "marked", made: "made", closed: "closed", left: "left", held: "held", filling: "filling", owned: "owned", house: "house" };

// The texts of what claims say: who has marked the pit, its own player or the other one; or that it is blocked.
export const CLAIMED = { own: "kept", other: "claimed", blocked: "blocked" };

// One pit, store or reserve.
class Slot {
  constructor(number, place, texts, { marks, claims, lifts }) {
    const signs = { marked: false, claimed: false, lifted: false };
    const known = { n: 0, ...signs, playable: false, trail: [], value: "" };
    Object.assign(this, { number, place, texts, marks, claims, lifts, ...known });
    const side = texts[`side.${place.side}`];
    this.name = filled(texts, place.field ? "field" : place.kind, { side, pit: place.pit });
    this.element = make("button", `mb-slot mb-${place.kind} mb-side-${place.side}`);
    this.element.type = "button";
    this.element.dataset.slot = number;
    this.element.tabIndex = -1;
    this.face = make("span", "mb-face");
    this.stones = stonesIn(100, 100);
    this.heap = make("span", "mb-heap");
    this.value_ = make("span", "mb-value");
    this.face.append(this.stones, this.heap);
    if (claims) this.face.append(make("span", "mb-claim"));
    if (lifts) this.face.append(make("span", "mb-lift"));
    this.badge = make("span", "mb-badge");
    const pit = place.kind === "pit";
    const label = pit ? place.pit : `${side}: ${texts[`tray.${place.kind}`]}`;
    this.element.append(this.face, this.badge, make("span", "mb-number", label), this.value_);
    if (!pit) this.element.classList.add("mb-tray");
    for (const part of this.element.children) part.setAttribute("aria-hidden", "true");
    // What it is called stands in it as text: a label beside other visible text would contradict it.
    this.said = make("span", "mb-said");
    this.element.append(this.said);
    this.show(0);
  }

  // Where it lies on a board of that size, and where its stones lie in it.
  put({ x, y, w, h }, width, height) {
    this.area = { x, y, w, h };
    Object.assign(this.element.style, {
      left: percent(x - w / 2, width),
      top: percent(y - h / 2, height),
      width: percent(w, width),
      height: percent(h, height),
    });
    this.face.style.height = this.place.kind === "pit" ? percent(w, h) : "";
    this.show(this.n);
  }

  // The middle of where stones lie.
  get middle() {
    const { x, y, w, h } = this.area;
    if (this.place.kind !== "pit") return [x, y];
    return [x, y + ((this.place.side === 0 ? -1 : 1) * (h - w)) / 2];
  }

  show(n) {
    this.n = n;
    if (this.place.kind === "pit") {
      pitStones(this.stones, n, this.place);
      this.heap.textContent = n > PIT_STONES ? n : "";
    } else if (this.area) {
      const { w, h } = this.area;
      // The number stands above the stones, the words below; a bar has room for these alone.
      const [wide, high] = [w - 24, h - 116];
      if (w < h) trayStones(this.stones, n, wide, high);
      else pitStones(this.stones, 0);
    }
    this.badge.textContent = n;
    this.label();
  }

  mark(marked) {
    this.marked = marked;
    this.element.classList.toggle("mb-marked", marked);
    this.label();
  }

  // Both players can mark it, whatever marks say elsewhere.
  share(shared) {
    this.shared = shared;
    this.element.classList.toggle("mb-shared", shared);
  }

  claim(claimed) {
    this.claimed = claimed;
    this.element.classList.toggle("mb-claimed", claimed);
    this.label();
  }

  wasLifted(lifted) {
    this.lifted = lifted;
    this.element.classList.toggle("mb-lifted", lifted);
    this.label();
  }

  // What the last action did here: some of MARKS.
  trace(trail) {
    if (String(trail) === String(this.trail)) return;
    this.trail = trail;
    for (const one of MARKS) this.element.classList.toggle(`mb-was-${one}`, trail.includes(one));
    this.label();
  }

  // What a hint says of it.
  rate(value, best) {
    this.value = value;
    this.best = best;
    this.value_.textContent = value;
    this.element.classList.toggle(RATED, value !== "");
    this.element.classList.toggle(HINTED, best);
    this.label();
  }

  allow(playable) {
    this.playable = playable;
    this.element.classList.toggle("mb-playable", playable);
    this.element.setAttribute("aria-disabled", String(!playable));
    this.label();
  }

  label() {
    const { texts } = this;
    const words = [this.name, seeds(texts, this.n)];
    if (this.marked) words.push(texts[MARKED[this.marks]]);
    if (this.claimed) words.push(texts[CLAIMED[this.claims]]);
    if (this.lifted) words.push(texts[this.lifts]);
    if (this.playable) words.push(texts.playable);
    if (this.value) words.push(filled(texts, "hinted", { value: this.value }));
    if (this.best) words.push(texts.best);
    words.push(...this.trail.map((one) => texts[`was.${one}`]));
    this.said.textContent = words.join(", ");
  }
}

// All slots of a layout, and the hand that carries stones.
export class Picture {
  // `marks`: what marks on pits say, `claims`: what claims do, `lifts`: what it says that seeds were lifted from a
  // pit, `shared`: slots of pits that both players can mark, as in the view of a game.
  constructor(layout, texts, { marks, claims, lifts, shared = [] }) {
    Object.assign(this, { layout, marks, claims, lifts });
    this.least = layout.columns < MANY ? LEAST : LEAST_OF_MANY;
    const signs = Object.entries({ marks, claims, lifts }).map(([what, said]) => `mb-${what}-${said || "none"}`);
    this.element = make("div", `mb-board ${signs.join(" ")}`);
    this.element.setAttribute("role", "group");
    this.wood = make("div", "mb-wood");
    this.element.append(this.wood);
    this.slots = layout.slots.map((place, number) => {
      if (!place) return null;
      const isShared = shared.includes(number);
      const slot = new Slot(number, place, texts, { marks: isShared ? "made" : marks, claims, lifts });
      slot.share(isShared);
      this.element.append(slot.element);
      return slot;
    });
    this.hand = make("div", "mb-hand");
    this.hand.setAttribute("aria-hidden", "true");
    this.handStones = stonesIn(80, 80);
    this.handHeap = make("span", "mb-heap");
    this.hand.append(this.handStones, this.handHeap);
    this.hand.hidden = true;
    this.element.append(this.hand);
    const pits = layout.slots.filter((place) => place?.kind === "pit");
    this.trays = layout.slots.filter((place) => place && place.kind !== "pit");
    this.lines = [...new Set(pits.map(({ y }) => y))].sort((a, b) => a - b);
    this.room = pits[0].h - pits[0].w; // for count and number
    this.arrange(0);
  }

  // On a page of few pixels stores lie above and below the pits, not beside them, and rows lie
  // farther apart, so that letters that cannot be smaller do not lie on each other; 0: a wide page.
  arrange(pixels) {
    const { layout, trays } = this;
    const bars = pixels > 0 && trays.length > 0;
    const cut = bars ? layout.beside - 6 : 0;
    const width = layout.width - 2 * cut;
    const pit = Math.max(this.least, (100 * pixels) / width);
    const apart = pixels > 0 ? Math.max(0, Math.ceil((100 * LINES) / pit - this.room)) : 0;
    if (this.bars === bars && this.apart === apart) return;
    const above = bars ? BAR : 0;
    const height = layout.height + 2 * above + apart * this.lines.length;
    Object.assign(this, { bars, apart, width, height });
    for (const slot of this.slots) {
      if (!slot) continue;
      const { kind, side, x, y, w, h } = slot.place;
      const down = above + apart * (this.lines.indexOf(y) + 0.5);
      let place = { x: x - cut, y: y + down, w, h: h + apart };
      if (kind !== "pit" && bars) place = this.bar(kind, side, trays.length / 2);
      slot.put(place, width, height);
    }
    this.lay(trays.some((place) => place.kind === "store"));
  }

  // A store or reserve across the board, or half of it where a side has both.
  bar(kind, side, count) {
    const w = this.width / count;
    const x = kind === "reserve" && count > 1 ? 1.5 * w : w / 2;
    return { x, y: side === 1 ? BAR / 2 : this.height - BAR / 2, w, h: BAR };
  }

  // The wood lies under the pits, and under the stores if the board has any.
  lay(stores) {
    const { beside } = this.layout;
    const sides = stores || this.bars ? 0 : Math.max(0, beside - 10);
    const ends = !stores && this.bars ? BAR : 0;
    Object.assign(this.wood.style, {
      inset: `${percent(ends, this.height)} ${percent(sides, this.width)}`,
    });
    const { style } = this.element;
    style.aspectRatio = `${this.width} / ${this.height}`;
    // Four rows of twelve pits are wide: no pit grows beyond 90 pixels.
    style.maxWidth = `${Math.round(0.9 * this.width)}px`;
    style.minWidth = `${Math.round((this.least / 100) * this.width)}px`;
    style.setProperty("--mb-lines", String(this.room + this.apart));
    style.setProperty("--mb-pit-width", String(10_000 / this.width));
    this.element.classList.toggle("mb-bars", this.bars);
    this.hand.style.width = percent(80, this.width);
  }

  // The seeds and marks of a position, and where seeds were lifted.
  show(counts, marks, claims = [], were = []) {
    this.slots.forEach((slot, number) => {
      if (!slot) return;
      if (slot.n !== counts[number]) slot.show(counts[number]);
      const [marked, claimed, lifted] = [marks, claims, were].map((found) => found.includes(number));
      if (slot.marked !== marked) slot.mark(marked);
      if (slot.claimed !== claimed) slot.claim(claimed);
      if (slot.lifted !== lifted) slot.wasLifted(lifted);
    });
    this.carry(0);
  }

  // A side marks a pit: with a claim where marks say whose a pit is, or in its own row.
  mark(number, side) {
    const slot = this.slots[number];
    if (this.claims !== "own") {
      if (this.claims) slot.claim(true);
      else slot.mark(true);
      return;
    }
    const own = slot.place.side === side;
    if (own || !slot.shared) slot.claim(own);
    if (!own || !slot.shared) slot.mark(!own);
  }

  // A side lifts the seeds of a pit, to be sown. A pit of the other one does not rest for it.
  lift(number, side) {
    const slot = this.slots[number];
    const own = slot.place.side === side;
    const tells = this.lifts === "lifted" || (this.lifts === "rests" && own);
    if (tells && !slot.lifted) slot.wasLifted(true);
  }

  // A seed of a side falls in a slot: a pit of the other one rests no more.
  fall(number, side) {
    const slot = this.slots[number];
    if (this.lifts === "rests" && slot.lifted && slot.place.side !== side) slot.wasLifted(false);
  }

  // No pit is marked or claimed any more, and none was lifted.
  unmark() {
    for (const slot of this.slots) {
      if (slot?.marked) slot.mark(false);
      if (slot?.claimed) slot.claim(false);
      if (slot?.lifted) slot.wasLifted(false);
    }
  }

  // What the last action did; null: nothing is marked.
  trace(last) {
    const found = { chosen: last?.chosen, landing: [last?.landing], captured: last?.captured };
    this.slots.forEach((slot, number) => {
      slot?.trace(last ? MARKS.filter((one) => found[one].includes(number)) : []);
    });
  }

  carry(n) {
    this.hand.hidden = n === 0;
    pitStones(this.handStones, n);
    this.handHeap.textContent = n > PIT_STONES ? n : "";
  }

  // Where a slot lies, in pixels of the board as it is now.
  centre(number) {
    const [x, y] = this.slots[number].middle;
    const scale = this.element.clientWidth / this.width;
    const half = 40 * scale;
    return `translate(${(x * scale - half).toFixed(1)}px, ${(y * scale - half).toFixed(1)}px)`;
  }

  // The next slot from one in the direction of an arrow key, or the same one.
  beside(number, dx, dy) {
    const from = this.slots[number].area;
    let best = number;
    let nearest = Infinity;
    this.slots.forEach((slot, other) => {
      if (!slot || other === number) return;
      const along = (slot.area.x - from.x) * dx + (slot.area.y - from.y) * dy;
      const across = Math.abs((slot.area.x - from.x) * dy) + Math.abs((slot.area.y - from.y) * dx);
      if (along <= 1 || across > along * 1.5) return;
      if (along + 2 * across < nearest) [best, nearest] = [other, along + 2 * across];
    });
    return best;
  }
}
