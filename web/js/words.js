// What the page says, in the language that is chosen.

import { filled, make, tell } from "./draw.js";
import { Broken, Mistake, Stopped } from "./engine.js";
import { labelled } from "./fields.js";

const REMEMBERED = "mancalab language"; // where the browser keeps the choice

function remembered() {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null; // a browser that keeps nothing for this page
  }
}

function remember(language) {
  try {
    localStorage.setItem(REMEMBERED, language);
  } catch {
    // The choice holds as long as the page is open.
  }
}

// Why something failed, in words, and the part of it that is English in any language.
export function faultWords(texts, error) {
  const said = error.message;
  if (error instanceof Stopped) return [texts.stopped, ""];
  if (error instanceof Mistake) return [said, ""];
  if (error instanceof Broken) return [filled(texts, "page.restarted", { fault: said }), said];
  return [said, said];
}

export class Words {
  // `languages`: the table of texts of each, by its code.
  constructor(languages) {
    Object.assign(this, { languages, hearers: new Set(), kept: new Map(), names: new Map() });
    const wanted = [remembered(), ...navigator.languages.map((code) => code.split("-")[0])];
    this.take(wanted.find((code) => Object.hasOwn(languages, code)) ?? "en");
  }

  take(language) {
    this.texts = this.languages[language];
    document.documentElement.lang = language;
  }

  // Speaks another language, from now on and when the page is opened again.
  choose(language) {
    remember(language);
    this.take(language);
    for (const write of this.kept.values()) write();
    for (const write of this.names.values()) write();
    for (const hear of this.hearers) hear();
  }

  // Calls `hear` after another language was chosen.
  listen(hear) {
    this.hearers.add(hear);
  }

  // `what`: a key of the table.
  say(what, values) {
    return filled(this.texts, what, values);
  }

  number(n, digits = 0) {
    const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return n.toLocaleString(this.texts.lang, fraction);
  }

  // A text in an element, in whatever language is chosen. `what`: its key; or a function of the
  // texts, which gives it, or it and the part of it that is English in any language. "": no text.
  put(element, what, values) {
    const said = typeof what === "function" ? what : (texts) => (what ? filled(texts, what, values) : "");
    const write = () => tell(element, ...[said(this.texts)].flat());
    this.kept.set(element, write);
    write();
    return element;
  }

  // What an element is called that has no such text.
  name(element, key) {
    const write = () => element.setAttribute("aria-label", this.texts[key]);
    this.names.set(element, write);
    write();
    return element;
  }

  // Why something failed.
  fault(element, error) {
    this.put(element, (texts) => faultWords(texts, error));
  }

  // The control with which a language is chosen; each calls itself by its own name.
  chooser() {
    const control = make("select");
    for (const [code, texts] of Object.entries(this.languages)) {
      const option = make("option", "", texts["language.name"]);
      Object.assign(option, { value: code, lang: code, selected: texts === this.texts });
      control.append(option);
    }
    control.addEventListener("change", () => this.choose(control.value));
    return labelled(this, "language", control);
  }
}
