// The rules of the game on the board in words, each with the clause that says so.

import { make } from "./draw.js";

const FACTS = [
  ["names", "Also called"],
  ["region", "Region"],
  ["language", "Language"],
  ["source", "Source"],
  ["informant", "Informant"],
  ["note", "Note"],
];

// The rules in words: sentences in the order of play; where a clause is known, it unfolds.
export function sentences(rules) {
  const list = make("ul", "mw-lines");
  for (const { text, clause, quoted } of rules.lines) {
    const line = make("li");
    if (quoted) {
      const details = make("details");
      const summary = make("summary", "", `${text} `);
      summary.append(make("span", "mw-clause", clause));
      details.append(summary, make("p", "mw-quoted", quoted));
      line.append(details);
    } else {
      line.append(text);
      if (clause) line.append(" ", make("span", "mw-clause", clause));
    }
    list.append(line);
  }
  return list;
}

function facts(rules) {
  const list = make("dl", "mw-facts");
  for (const [field, title] of FACTS) {
    const value = [rules[field]].flat().join("; ");
    if (value) list.append(make("dt", "", title), make("dd", "", value));
  }
  return list;
}

function ruleBook(rules) {
  const details = make("details");
  const list = make("dl", "mw-facts");
  for (const [number, text] of Object.entries(rules.clauses)) {
    list.append(make("dt", "", number), make("dd", "", text));
  }
  details.append(make("summary", "", "All clauses that can be cited"), list);
  return details;
}

export class RulesText {
  constructor(session) {
    this.session = session;
    this.element = make("section", "mw-rules");
    session.listen((what) => what === "view" && this.follow());
  }

  follow() {
    const { rules } = this.session;
    if (rules === this.shown) return;
    this.shown = rules;
    this.element.replaceChildren(
      make("h2", "", rules.title),
      make("p", "", rules.about),
      facts(rules),
      make("h3", "", "In words"),
      make("p", "mw-note", "Open a sentence to read the clause of the rule book behind it."),
      sentences(rules),
      ruleBook(rules),
    );
  }
}
