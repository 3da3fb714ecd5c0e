// The board as elements: pits as buttons with their stones, stores, reserves.

const SVG = "http://www.w3.org/2000/svg";
const MOST_STONES = 48; // drawn one by one; a pit with more says its number too
const GOLDEN = 2.39996; // the golden angle in radians: a spiral of it packs evenly

const SHADES = 4;

export function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

// A text of the table, its words in braces filled in.
export function filled(texts, key, values = {}) {
  return texts[key].replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

// Stones laid out in a spiral that fills `w` times `h`.
function drawStones(svg, n, w, h) {
  const drawn = Math.min(n, MOST_STONES);
  const size = Math.min(11, (0.36 * Math.min(w, 1.6 * h)) / Math.sqrt(Math.max(drawn, 4)) + 1.5);
  const reach = Math.sqrt(Math.max(drawn, 7));
  // The rim of a pit takes a twentieth of it.
  const [rx, ry] = [0.43 * w - size, 0.43 * h - size].map((free) => free / reach);
  while (svg.childElementCount > drawn) svg.lastChild.remove();
  for (let stone = 0; stone < drawn; stone++) {
    let circle = svg.children[stone];
    if (!circle) {
      circle = document.createElementNS(SVG, "circle");
      circle.setAttribute("class", `mb-stone mb-shade-${(stone * 7) % SHADES}`);
      svg.append(circle);
    }
    const far = Math.sqrt(stone);
    circle.setAttribute("cx", (rx * far * Math.cos(stone * GOLDEN)).toFixed(1));
    circle.setAttribute("cy", (ry * far * Math.sin(stone * GOLDEN)).toFixed(1));
    circle.setAttribute("r", size.toFixed(1));
  }
}

function stonesIn(w, h) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `${-w / 2} ${-h / 2} ${w} ${h}`);
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

// One pit, store or reserve.
class Slot {
  constructor(number, place, layout, texts) {
    Object.assign(this, { number, place, texts, n: 0, marked: false, playable: false });
    this.name = filled(texts, place.kind, {
      side: texts[`side.${place.side}`],
      pit: place.pit,
    });
    this.element = make("button", `mb-slot mb-${place.kind} mb-side-${place.side}`);
    this.element.type = "button";
    this.element.dataset.slot = number;
    this.element.tabIndex = -1;
    const percent = (part, whole) => `${((100 * part) / whole).toFixed(3)}%`;
    Object.assign(this.element.style, {
      left: percent(place.x - place.w / 2, layout.width),
      top: percent(place.y - place.h / 2, layout.height),
      width: percent(place.w, layout.width),
      height: percent(place.h, layout.height),
    });
    this.stones = stonesIn(place.w, place.h);
    this.badge = make("span", "mb-badge");
    this.element.append(this.stones, this.badge);
    this.element.append(make("span", "mb-number", place.pit ?? this.name));
    this.show(0);
  }

  show(n) {
    this.n = n;
    drawStones(this.stones, n, this.place.w, this.place.h);
    this.badge.textContent = n;
    this.element.classList.toggle("mb-many", n > MOST_STONES);
    this.label();
  }

  mark(marked) {
    this.marked = marked;
    this.element.classList.toggle("mb-marked", marked);
    this.label();
  }

  allow(playable) {
    this.playable = playable;
    this.element.classList.toggle("mb-playable", playable);
    this.element.setAttribute("aria-disabled", String(!playable));
    this.label();
  }

  label() {
    const { texts, n } = this;
    const words = [this.name, n === 1 ? texts["seeds.1"] : filled(texts, "seeds", { n })];
    if (this.marked) words.push(texts.marked);
    if (this.playable) words.push(texts.playable);
    this.element.setAttribute("aria-label", words.join(", "));
  }
}

// All slots of a layout, the names of the sides, and the hand that carries stones.
export class Picture {
  constructor(layout, texts) {
    this.layout = layout;
    this.element = make("div", "mb-board");
    this.element.setAttribute("role", "group");
    this.element.style.aspectRatio = `${layout.width} / ${layout.height}`;
    // Four rows of twelve pits are wide: no pit grows beyond 90 pixels.
    this.element.style.maxWidth = `${Math.round(0.9 * layout.width)}px`;
    this.slots = layout.slots.map((place, number) => {
      if (!place) return null;
      const slot = new Slot(number, place, layout, texts);
      this.element.append(slot.element);
      return slot;
    });
    this.hand = make("div", "mb-hand");
    this.hand.setAttribute("aria-hidden", "true");
    this.handStones = stonesIn(80, 80);
    this.hand.append(this.handStones);
    this.hand.hidden = true;
    this.hand.style.width = `${(8000 / layout.width).toFixed(3)}%`;
    this.element.append(this.hand);
  }

  // The seeds and marks of a position.
  show(counts, marks) {
    this.slots.forEach((slot, number) => {
      if (!slot) return;
      if (slot.n !== counts[number]) slot.show(counts[number]);
      const marked = marks.includes(number);
      if (slot.marked !== marked) slot.mark(marked);
    });
    this.carry(0);
  }

  carry(n) {
    this.hand.hidden = n === 0;
    if (n) drawStones(this.handStones, n, 80, 80);
  }

  // Where a slot lies, in pixels of the board as it is now.
  centre(number) {
    const { x, y } = this.layout.slots[number];
    const scale = this.element.clientWidth / this.layout.width;
    const half = 40 * scale;
    return `translate(${(x * scale - half).toFixed(1)}px, ${(y * scale - half).toFixed(1)}px)`;
  }

  // The next slot from one in the direction of an arrow key, or the same one.
  beside(number, dx, dy) {
    const from = this.layout.slots[number];
    let best = number;
    let nearest = Infinity;
    this.layout.slots.forEach((place, other) => {
      if (!place || other === number) return;
      const along = (place.x - from.x) * dx + (place.y - from.y) * dy;
      const across = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
      if (along <= 1 || across > along * 1.5) return;
      if (along + 2 * across < nearest) [best, nearest] = [other, along + 2 * across];
    });
    return best;
  }
}
