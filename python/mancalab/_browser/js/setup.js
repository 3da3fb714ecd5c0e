// The form in which game, options and players are chosen.

import { make } from "./draw.js";

export function labelled(text, control) {
  const label = make("label", "mb-field");
  label.append(make("span", "mb-label", text), control);
  return label;
}

export class Setup {
  constructor(board) {
    Object.assign(this, { board, texts: board.texts, shown: "", open: false });
    this.element = make("details", "mb-fold mb-choices");
    this.form = make("form", "mb-setup");
    this.form.setAttribute("aria-label", board.texts.setup);
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.element.append(make("summary", "", board.texts.setup), this.form);
  }

  show(view) {
    const now = JSON.stringify([view.setup, view.game]);
    // The form is kept as it is, with its focus, while nothing in it changes.
    if (now === this.shown) return;
    this.shown = now;
    const focus = this.form.querySelector(":focus")?.name;
    this.form.replaceChildren();
    this.element.hidden = !view.setup;
    if (!view.setup) return;
    const { setup } = view;
    const main = setup.options.filter((option) => option.main);
    const others = setup.options.filter((option) => !option.main);
    const row = make("div", "mb-row");
    row.append(this.games(setup), ...[0, 1].map((side) => this.player(setup, side)));
    const options = make("div", "mb-row");
    options.append(...main.map((option) => this.option(option)));
    this.form.append(row, options, this.more(others), this.about(view.game));
    if (focus) this.form.querySelector(`[name="${focus}"]`)?.focus();
  }

  more(options) {
    const rest = make("details", "mb-more");
    rest.open = this.open;
    rest.addEventListener("toggle", () => (this.open = rest.open));
    const row = make("div", "mb-row");
    row.append(...options.map((option) => this.option(option)));
    rest.append(make("summary", "", this.texts.more), row);
    return rest;
  }

  about(game) {
    const about = make("details", "mb-about");
    about.append(make("summary", "", this.texts.about));
    const words = make("div");
    words.lang = "en";
    words.append(make("p", "", game.about), make("pre", "", game.explain));
    about.append(words);
    return about;
  }

  select(name, values, chosen, choose) {
    const select = make("select");
    select.name = name;
    const groups = {};
    for (const [value, text, group] of values) {
      const option = make("option", "", text);
      option.value = value;
      option.selected = value === chosen;
      if (!group) select.append(option);
      else (groups[group] ??= this.group(select, group)).append(option);
    }
    select.addEventListener("change", () => choose(select.value));
    return select;
  }

  group(select, label) {
    const group = make("optgroup");
    group.label = label;
    select.append(group);
    return group;
  }

  games(setup) {
    const choose = (name) => this.board.send({ do: "game", name });
    return labelled(this.texts.game, this.select("game", setup.games, setup.game, choose));
  }

  player(setup, side) {
    const choose = (name) => this.board.send({ do: "player", side, name });
    const select = this.select(`player-${side}`, setup.players, setup.chosen[side], choose);
    return labelled(this.texts[`side.${side}`], select);
  }

  option(option) {
    const choose = (value) => this.board.send({ do: "option", name: option.name, value });
    if (option.type === "flag") {
      const box = make("input");
      Object.assign(box, { type: "checkbox", name: option.name, checked: option.value });
      box.addEventListener("change", () => choose(box.checked));
      const label = make("label", "mb-switch");
      label.append(box, make("span", "", option.label));
      return this.explained(label, option);
    }
    if (option.type === "word") {
      const select = this.select(option.name, option.values, option.value, choose);
      return this.explained(labelled(option.label, select), option);
    }
    const input = make("input");
    Object.assign(input, { type: "number", name: option.name, value: option.value ?? "" });
    Object.assign(input, { min: option.least, max: option.most });
    if (option.or_none) input.placeholder = this.texts.none;
    input.addEventListener("change", () => {
      if (input.value === "" && !option.or_none) this.board.settle();
      else choose(input.value === "" ? null : Number(input.value));
    });
    return this.explained(labelled(option.label, input), option);
  }

  // What an option does is told in English, by the engine; its label is not.
  explained(label, { about }) {
    Object.assign(label, { title: about, lang: "en" });
    for (const part of label.children) part.lang = this.texts.lang;
    return label;
  }
}
