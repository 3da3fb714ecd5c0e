// The buttons below the board.

import { button, make } from "./draw.js";
import { labelled } from "./setup.js";

const SPEEDS = [-2, 5]; // powers of two: a quarter to 32 times

export class Controls {
  constructor(board) {
    Object.assign(this, { board, texts: board.texts });
    this.element = make("div", "mb-bar");
    this.buttons();
    this.taste_();
    this.files();
    this.more = make("details", "mb-fold mb-extras");
    const rows = [make("div", "mb-controls"), make("div", "mb-controls")];
    rows[0].append(this.finish, this.speedField, this.countsField);
    rows[1].append(this.edit, this.save, this.load, this.file);
    this.more.append(make("summary", "", this.texts.more_controls), ...rows);
    const first = make("div", "mb-controls");
    first.append(this.fresh, this.undo, this.redo, this.hint, this.pause, this.step);
    this.element.append(first, this.more);
    this.taste();
  }

  buttons() {
    const { board, texts } = this;
    const made = (name, text, press) => (this[name] = button(name, text, press));
    made("pause", texts.pause, () => this.toggle());
    made("step", texts.step, () => this.single());
    made("finish", texts.finish, () => board.moving && board.clock.finish());
    made("undo", texts.undo, () => board.wander({ do: "undo" }));
    made("redo", texts.redo, () => board.wander({ do: "redo" }));
    made("edit", texts.edit, () => board.setUp());
    made("save", texts.save, () => board.send({ do: "save" }));
    this.hint = button("advice", texts.hint, () => board.send({ do: "hint" }));
    this.fresh = button("new", texts.new, () => board.begin());
  }

  // Speed and counts.
  taste_() {
    const { model } = this.board;
    this.speed = make("input", "mb-speed");
    Object.assign(this.speed, { type: "range", min: SPEEDS[0], max: SPEEDS[1], step: "0.5" });
    this.told = make("span", "mb-told");
    this.speed.addEventListener("input", () => model.wish("speed", 2 ** Number(this.speed.value)));
    this.counts = make("input", "mb-counts-switch");
    this.counts.type = "checkbox";
    this.counts.addEventListener("change", () => model.wish("counts", this.counts.checked));
    this.speedField = labelled(this.texts.speed, this.speed);
    this.speedField.append(this.told);
    this.countsField = make("label", "mb-switch");
    this.countsField.title = this.texts["counts.about"];
    this.countsField.append(this.counts, make("span", "", this.texts.counts));
  }

  // A record is read from a file, and offered as one.
  files() {
    this.file = make("input", "mb-file");
    Object.assign(this.file, { type: "file", accept: ".json,application/json", hidden: true });
    this.file.setAttribute("aria-label", this.texts.load);
    this.file.addEventListener("change", async () => {
      const [file] = this.file.files;
      if (file) this.board.send({ do: "load", text: await file.text() });
      this.file.value = "";
    });
    this.load = button("load", this.texts.load, () => this.file.click());
  }

  offer({ name, text }) {
    const link = make("a");
    const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    Object.assign(link, { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  // Speed and counts, as the model has them.
  taste() {
    const { clock, model, root } = this.board;
    const { speed, counts } = model.wishes;
    clock.speed = speed;
    this.speed.value = Math.log2(speed);
    this.told.textContent = `${Number(speed.toPrecision(2))}×`;
    this.counts.checked = counts;
    root.classList.toggle("mb-counts", counts);
  }

  toggle(paused = !this.board.clock.paused) {
    const { board, texts } = this;
    board.clock.pause(paused);
    this.pause.textContent = paused ? texts.resume : texts.pause;
    this.step.hidden = !paused;
    board.hint(paused ? texts.paused : "");
  }

  // A step; who asks for one wants a pause after it.
  single() {
    if (!this.board.clock.paused) this.toggle(true);
    const { moving, view, clock } = this.board;
    if (moving || view.turn === "agent") clock.step();
  }

  show(view) {
    this.undo.disabled = !view.undo;
    this.redo.disabled = !view.redo;
    this.hint.hidden = !view.hints;
    this.hint.disabled = view.turn !== "manual";
    this.edit.hidden = !view.edit;
    this.save.hidden = !view.files;
    this.load.hidden = !view.files;
    this.step.hidden = !this.board.clock.paused;
    this.fresh.disabled = !view.setup && view.ply === 0;
  }
}
