// What the marks on the board mean: those that are there.

import { make } from "./draw.js";

const ITEMS = [
  ["number", ".mb-pit .mb-number"],
  ["count", ".mb-pit .mb-badge"],
  ["playable", ".mb-playable"],
  ["chosen", ".mb-was-chosen"],
  ["landing", ".mb-was-landing"],
  ["captured", ".mb-was-captured"],
  ["marked", ".mb-marks-unplayed .mb-marked"],
  ["made", ".mb-marks-made .mb-marked, .mb-shared.mb-marked"],
  ["closed", ".mb-marks-closed .mb-marked:not(.mb-shared)"],
  ["left", ".mb-marks-left .mb-marked"],
  ["held", ".mb-marks-held .mb-marked"],
  ["filling", ".mb-marks-filling .mb-marked"],
  ["owned", ".mb-marks-owned .mb-marked"],
  ["house", ".mb-marks-house .mb-marked"],
  ["claimed", ".mb-claims-other .mb-claimed"],
  ["kept", ".mb-claims-own .mb-claimed"],
  ["blocked", ".mb-claims-blocked .mb-claimed"],
  ["lifted", ".mb-lifts-lifted .mb-lifted"],
  ["rests", ".mb-lifts-rests .mb-lifted"],
  ["rests_once", ".mb-lifts-rests_once .mb-lifted"],
];

export class Legend {
  constructor(texts) {
    this.element = make("details", "mb-legend");
    this.element.open = false;
    this.items = ITEMS.map(([name, where]) => {
      const item = make("li", `mb-key-${name}`);
      const sample = make("span", "mb-sample", { number: "3", count: "4" }[name]);
      sample.setAttribute("aria-hidden", "true");
      item.append(sample, make("span", "", texts[`legend.${name}`]));
      return [item, where];
    });
    const list = make("ul");
    list.append(...this.items.map(([item]) => item));
    this.element.append(make("summary", "", texts.legend), list);
  }

  show(board, counts) {
    for (const [item, where] of this.items) {
      const switched = item.classList.contains("mb-key-count") && !counts;
      item.hidden = switched || !board.querySelector(where);
    }
  }
}
