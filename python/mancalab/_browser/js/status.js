// The line that says what happens, and the clause behind it.

import { make } from "./draw.js";

let boards = 0; // for names that no other board of the page has

export class Status {
  constructor() {
    this.element = make("div", "mb-top");
    this.line = make("div", "mb-status");
    this.line.setAttribute("role", "status");
    this.line.setAttribute("aria-live", "polite");
    this.words = make("span", "mb-words");
    this.line.append(this.words);
    this.clause = make("button", "mb-clause");
    this.clause.type = "button";
    // Shown while the pointer or the focus is on the number of the clause.
    this.tip = make("div", "mb-tip");
    this.tip.id = `mb-tip-${(boards += 1)}`;
    this.tip.setAttribute("role", "tooltip");
    this.tip.lang = "en";
    this.clause.setAttribute("aria-describedby", this.tip.id);
    this.clause.hidden = true;
    this.clause.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.clause.blur();
    });
    this.element.append(this.line, this.clause, this.tip);
  }

  say(text, clause, clauses) {
    this.words.textContent = text;
    const known = clause.split(", ").filter((number) => Object.hasOwn(clauses, number));
    if (this.clause.textContent !== clause) this.clause.textContent = clause;
    this.tip.textContent = known.map((number) => `${number}: ${clauses[number]}`).join("\n");
    this.clause.hidden = !clause;
    this.tip.classList.toggle("mb-empty", known.length === 0);
  }
}
