// Where a pit can be sown both ways, the board asks which.

import { button, filled, make } from "./draw.js";

// Whether a way leads to the right, as South sees the board.
export function toRight(slot, way) {
  return (way === ">") === (slot.place.side === 0);
}

// Buttons beside a slot, one for each way: [">" or "<", what to do].
export function waysBox(picture, number, ways, texts) {
  const slot = picture.slots[number];
  const box = make("div", "mb-ways");
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", filled(texts, "way", { pit: slot.name }));
  const buttons = ways.map(([way, choose]) => {
    const right = toRight(slot, way);
    const name = texts[`way.${way}`];
    return [right, button("way", right ? `${name} →` : `← ${name}`, choose)];
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
