// The rules of the game on the board in words, each with the clause that says so.

import { make } from "./draw.js";

const FACTS = ["names", "region", "language", "source", "informant", "note"];

// What the engine says is English in any language.
function english(element) {
  element.lang = "en";
  return element;
}

// The rules in words: sentences in the order of play; where a clause is known, it unfolds.
export function sentences(rules) {
  const list = english(make("ul", "mw-lines"));
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

function facts(rules, texts) {
  const list = make("dl", "mw-facts");
  for (const field of FACTS) {
    const value = [rules[field]].flat().join("; ");
    if (value) list.append(make("dt", "", texts[`fact.${field}`]), english(make("dd", "", value)));
  }
  return list;
}

function ruleBook(rules, texts) {
  const details = make("details");
  const list = english(make("dl", "mw-facts"));
  for (const [number, text] of Object.entries(rules.clauses)) {
    list.append(make("dt", "", number), make("dd", "", text));
  }
  details.append(make("summary", "", texts["rules.all"]), list);
  return details;
}

export class RulesText {
  constructor(session, words) {
    Object.assign(this, { session, words, shown: null });
    this.element = make("section", "mw-rules");
    words.listen(() => this.tell());
    session.listen((what) => what === "view" && this.follow());
  }

  follow() {
    const { rules } = this.session;
    if (rules === this.shown) return;
    this.shown = rules;
    this.tell();
  }

  tell() {
    const { shown: rules, words } = this;
    const { texts } = words;
    this.element.replaceChildren(
      make("h2", "", rules.title),
      english(make("p", "", rules.about)),
      facts(rules, texts),
      make("h3", "", texts["rules.words"]),
      make("p", "mw-note", texts["rules.open"]),
      sentences(rules),
      ruleBook(rules, texts),
    );
  }
}
