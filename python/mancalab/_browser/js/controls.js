// The buttons below the board, and the form in which game, options and players are chosen.

import { make } from "./draw.js";

const SPEEDS = [-2, 5]; // powers of two: a quarter to 32 times

export function button(name, text, press) {
  const element = make("button", `mb-button mb-${name}`, text);
  element.type = "button";
  element.addEventListener("click", press);
  return element;
}

function labelled(text, control, about) {
  const label = make("label", "mb-field");
  label.append(make("span", "mb-label", text), control);
  if (about) label.title = about;
  return label;
}

export class Controls {
  constructor(board) {
    const { texts, clock, model } = board;
    Object.assign(this, { board, texts });
    this.element = make("div", "mb-controls");
    this.pause = button("pause", texts.pause, () => this.toggle());
    this.step = button("step", texts.step, () => this.single());
    this.finish = button("finish", texts.finish, () => board.moving && clock.finish());
    this.undo = button("undo", texts.undo, () => this.takeBack());
    this.fresh = button("new", texts.new, () => board.send({ do: "new" }));
    this.speed = make("input", "mb-speed");
    Object.assign(this.speed, { type: "range", min: SPEEDS[0], max: SPEEDS[1], step: "0.5" });
    this.told = make("span", "mb-told");
    this.speed.addEventListener("input", () => {
      model.set("speed", 2 ** Number(this.speed.value));
      model.save_changes();
    });
    this.counts = make("input", "mb-counts-switch");
    this.counts.type = "checkbox";
    this.counts.addEventListener("change", () => {
      model.set("counts", this.counts.checked);
      model.save_changes();
    });
    const speed = labelled(texts.speed, this.speed);
    speed.append(this.told);
    const counts = make("label", "mb-switch");
    counts.append(this.counts, make("span", "", texts.counts));
    const buttons = [this.pause, this.step, this.finish, this.undo, this.fresh];
    this.element.append(...buttons, speed, counts);
    this.taste();
  }

  // Speed and numbers, as the model has them.
  taste() {
    const { board } = this;
    board.clock.speed = board.model.get("speed");
    this.speed.value = Math.log2(board.clock.speed);
    this.told.textContent = `${Number(board.clock.speed.toPrecision(2))}×`;
    this.counts.checked = board.model.get("counts");
    board.root.classList.toggle("mb-counts", this.counts.checked);
  }

  toggle(paused = !this.board.clock.paused) {
    const { board, texts } = this;
    board.clock.pause(paused);
    this.pause.textContent = paused ? texts.resume : texts.pause;
    this.pause.setAttribute("aria-pressed", String(paused));
    board.hint(paused ? texts.paused : "");
  }

  // A step; who asks for one wants a pause after it.
  single() {
    if (!this.board.clock.paused) this.toggle(true);
    const { moving, view, clock } = this.board;
    if (moving || view.turn === "agent") clock.step();
  }

  takeBack() {
    // Two agents would play on at once, and so would a record.
    const people = this.board.view.setup?.chosen.includes("manual");
    if (!people && !this.board.clock.paused) this.toggle(true);
    this.board.send({ do: "undo" });
  }

  show(view) {
    this.undo.disabled = !view.undo;
    this.fresh.textContent = view.setup ? this.texts.new : this.texts.back;
  }
}

export class Setup {
  constructor(board) {
    Object.assign(this, { board, texts: board.texts, shown: "", open: false });
    this.element = make("form", "mb-setup");
    this.element.setAttribute("aria-label", board.texts.setup);
    this.element.addEventListener("submit", (event) => event.preventDefault());
  }

  show(view) {
    const now = JSON.stringify([view.setup, view.game]);
    // The form is kept as it is, with its focus, while nothing in it changes.
    if (now === this.shown) return;
    this.shown = now;
    const focus = this.element.querySelector(":focus")?.name;
    this.element.replaceChildren();
    this.element.hidden = !view.setup;
    if (!view.setup) return;
    const { setup } = view;
    const main = setup.options.filter((option) => option.main);
    const others = setup.options.filter((option) => !option.main);
    const row = make("div", "mb-row");
    row.append(this.games(setup), ...[0, 1].map((side) => this.player(setup, side)));
    const options = make("div", "mb-row");
    options.append(...main.map((option) => this.option(option)));
    this.element.append(row, options, this.more(others), this.about(view.game));
    if (focus) this.element.querySelector(`[name="${focus}"]`)?.focus();
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
    about.append(make("p", "", game.about), make("pre", "", game.explain));
    return about;
  }

  select(name, values, chosen, choose) {
    const select = make("select");
    select.name = name;
    for (const [value, text] of values) {
      const option = make("option", "", text);
      option.value = value;
      option.selected = value === chosen;
      select.append(option);
    }
    select.addEventListener("change", () => choose(select.value));
    return select;
  }

  games(setup) {
    const choose = (name) => this.board.send({ do: "game", name });
    return labelled(this.texts.game, this.select("game", setup.games, setup.game, choose));
  }

  player(setup, side) {
    const choose = (name) => this.board.send({ do: "player", side, name });
    const players = setup.players.map((name) => [name, this.board.who(name)]);
    const select = this.select(`player-${side}`, players, setup.chosen[side], choose);
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
      label.title = option.about;
      return label;
    }
    if (option.type === "word") {
      const values = option.values;
      return labelled(
        option.label,
        this.select(option.name, values, option.value, choose),
        option.about,
      );
    }
    const input = make("input");
    Object.assign(input, { type: "number", name: option.name, value: option.value ?? "" });
    Object.assign(input, { min: option.least, max: option.most });
    if (option.or_none) input.placeholder = this.texts.none;
    input.addEventListener("change", () => {
      if (input.value === "" && !option.or_none) this.board.settle();
      else choose(input.value === "" ? null : Number(input.value));
    });
    return labelled(option.label, input, option.about);
  }
}
