// Where a pit can be sown both ways, or the turn may end there, by a capture or without one, or some of its seeds may be
// sown, the board asks which.

import { button, filled, make } from "./draw.js";

// Whether a way leads to the right, as South sees the board.
function toRight(slot, way) {
  return (way === ">") === (slot.place.side === 0);
}

// Whether a way says how many seeds are sown.
function isCount(way) {
  return /^[0-9]+$/.test(way);
}

// The name of a way, with an arrow where it has a direction.
function label(slot, way, texts) {
  if (isCount(way)) return way;
  const name = texts[`way.${way}`];
  if (way !== ">" && way !== "<") return name;
  return toRight(slot, way) ? `${name} →` : `← ${name}`;
}

// The value of an action at a slot, with its way: an arrow, a bar for the end of the turn or the board turned, or a number of seeds.
export function rated(slot, way, value) {
  if (isCount(way)) return `${way}:${value}`;
  if (way === ">" || way === "<") return toRight(slot, way) ? `${value}→` : `←${value}`;
  return ENDS.includes(way) ? `${value}|` : `${value}`;
}

// Ways to end the turn, or to turn the board round, each with the name of a choice that has it.
const ENDS = ["stop", "take", "swap"];
const NAMES = { stop: "ways", take: "ways.take", swap: "ways.swap" };

// Buttons beside a slot, one for each way: [">", "<", "on", "stop", "take" or a number of seeds, what to do].
export function waysBox(picture, number, ways, texts) {
  const slot = picture.slots[number];
  const box = make("div", "mb-ways");
  box.setAttribute("role", "group");
  const end = ways.map(([way]) => way).find((way) => ENDS.includes(way));
  const counts = ways.every(([way]) => isCount(way));
  const beside = !counts && ways.every(([way]) => way === "take" || way === "stop");
  const name = counts ? "ways.count" : beside ? "ways.beside" : (NAMES[end] ?? "way");
  box.setAttribute("aria-label", filled(texts, name, { pit: slot.name }));
  const buttons = ways.map(([way, choose]) => {
    const right = counts ? Number(way) : end ? way === end : toRight(slot, way);
    return [right, button("way", label(slot, way, texts), choose)];
  });
  box.append(...buttons.sort(([left], [right]) => left - right).map(([, press]) => press));
  // It stays on the board.
  if (slot.area.x < picture.width / 2) box.style.left = slot.element.style.left;
  else {
    const { left, width } = slot.element.style;
    box.style.right = `${100 - parseFloat(left) - parseFloat(width)}%`;
  }
  box.style[slot.place.side === 0 ? "bottom" : "top"] = "50%";
  picture.element.append(box);
  return box;
}
