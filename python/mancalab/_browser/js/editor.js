// Setting up a position by hand: choose a slot, then its seeds.

import { button, CLAIMED, filled, make, MARKED, seeds } from "./draw.js";

const MOST = 255; // seeds of a board; what else is no position the model says

export class Editor {
  constructor(board) {
    const { texts } = board;
    Object.assign(this, { board, texts, open: false });
    this.element = make("form", "mb-editor");
    this.element.hidden = true;
    this.element.setAttribute("aria-label", texts.edit);
    this.element.addEventListener("submit", (event) => event.preventDefault());
    this.where = make("span", "mb-where");
    this.less = button("less", "−", () => this.add(-1));
    this.less.setAttribute("aria-label", texts["edit.less"]);
    this.more = button("more-seeds", "+", () => this.add(1));
    this.more.setAttribute("aria-label", texts["edit.more"]);
    this.field = make("input", "mb-seeds");
    Object.assign(this.field, { type: "number", min: 0, max: MOST });
    this.field.addEventListener("input", () => this.set(Number(this.field.value)));
    this.marked = this.box(texts["marked"], () => this.put(this.marked, this.marks));
    this.claimed = this.box(texts["claimed"], () => this.put(this.claimed, this.claims));
    this.lifted = this.box("", () => this.put(this.lifted, this.lifts));
    this.side = make("select");
    [0, 1].forEach((side) => this.side.append(new Option(texts[`side.${side}`], side)));
    const side = make("label", "mb-field");
    side.append(make("span", "mb-label", texts["edit.side"]), this.side);
    this.total = make("span", "mb-total");
    const rows = [make("div", "mb-row"), make("div", "mb-row")];
    const boxes = [this.marked.label, this.claimed.label, this.lifted.label];
    rows[0].append(this.where, this.less, this.field, this.more, ...boxes, this.total);
    rows[1].append(
      side,
      button("clear", texts["edit.clear"], () => this.clear()),
      button("from-here", texts["edit.play"], () => this.finish(true)),
      button("cancel", texts["edit.cancel"], () => this.finish(false)),
    );
    this.element.append(make("p", "mb-help", texts["edit.help"]), ...rows);
  }

  box(text, change) {
    const label = make("label", "mb-switch");
    const box = make("input");
    box.type = "checkbox";
    box.addEventListener("change", change);
    const words = make("span", "", text);
    label.append(box, words);
    return { label, box, words };
  }

  start(view) {
    this.open = true;
    this.counts = [...view.counts];
    this.marks = new Set(view.marks);
    this.claims = new Set(view.claims);
    this.lifts = new Set(view.lifted);
    this.side.value = String(view.side);
    this.marked.label.hidden = !view.game.marks;
    this.claimed.label.hidden = !view.game.claims;
    this.lifted.label.hidden = !view.game.lifts;
    this.lifted.words.textContent = this.texts[view.game.lifts] ?? "";
    this.claimed.words.textContent = this.texts[CLAIMED[view.game.claims]] ?? "";
    this.element.hidden = false;
    // Every slot can be pressed now.
    for (const slot of this.board.picture.slots) slot?.element.setAttribute("aria-disabled", "false");
    this.choose(0);
  }

  finish(play) {
    this.open = false;
    this.element.hidden = true;
    const { counts } = this;
    const [marks, claims, lifted] = [this.marks, this.claims, this.lifts].map((found) => [...found]);
    const side = Number(this.side.value);
    const message = { do: "position", counts, marks, claims, lifted, side };
    if (play) this.board.send(message);
    this.board.settle();
  }

  choose(slot) {
    this.slot = slot;
    this.show();
  }

  add(n) {
    this.set(this.counts[this.slot] + n);
  }

  set(n) {
    if (!Number.isInteger(n) || n < 0 || n > MOST) return;
    this.counts[this.slot] = n;
    this.show();
  }

  // The slot into a set or out of it, as its box says.
  put({ box }, found) {
    if (box.checked) found.add(this.slot);
    else found.delete(this.slot);
    // Where a claim is a mark in the own row, one player has marked a pit, unless it is shared.
    const other = found === this.marks ? this.claims : this.marks;
    const { claims, slots } = this.board.picture;
    const once = claims === "own" && !slots[this.slot].shared;
    if (found !== this.lifts && box.checked && once) other.delete(this.slot);
    this.show();
  }

  clear() {
    this.counts.fill(0);
    this.marks.clear();
    this.claims.clear();
    this.lifts.clear();
    this.show();
  }

  key(key) {
    const n = { "+": 1, "-": -1 }[key];
    if (n) this.add(n);
    else if (key === "Escape") this.finish(false);
    else return false;
    return true;
  }

  show() {
    const { picture } = this.board;
    picture.show(this.counts, [...this.marks], [...this.claims], [...this.lifts]);
    picture.slots.forEach((slot, number) => {
      slot?.element.classList.toggle("mb-edited", this.open && number === this.slot);
    });
    this.where.textContent = picture.slots[this.slot].name;
    this.field.value = this.counts[this.slot];
    this.field.setAttribute("aria-label", picture.slots[this.slot].name);
    this.marked.words.textContent = this.texts[MARKED[picture.slots[this.slot].marks]] ?? "";
    this.marked.box.checked = this.marks.has(this.slot);
    this.claimed.box.checked = this.claims.has(this.slot);
    this.lifted.box.checked = this.lifts.has(this.slot);
    const all = this.counts.reduce((sum, n) => sum + n, 0);
    this.total.textContent = filled(this.texts, "edit.total", { n: seeds(this.texts, all) });
  }
}
