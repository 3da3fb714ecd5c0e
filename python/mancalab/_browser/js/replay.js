// A model that answers from a finished game instead of from Python.

import { render } from "./board.js";

class RecordedGame {
  constructor({ common, views, ...traits }) {
    this.pages = views.map((view) => ({ ...common, ...view }));
    this.listeners = {};
    this.values = { counts: true, ...traits, view: this.pages[0] };
    this.serial = 0;
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    this.values[name] = value;
    for (const hear of this.listeners[`change:${name}`] ?? []) hear();
  }

  on(name, hear) {
    (this.listeners[name] ??= []).push(hear);
  }

  off(name, hear) {
    this.listeners[name] = (this.listeners[name] ?? []).filter((other) => other !== hear);
  }

  save_changes() {}

  send(message) {
    const { ply } = this.get("view");
    const to = { answer: ply + 1, undo: ply - 1, new: 0 }[message.do];
    const page = this.pages[to];
    if (!page) return;
    this.set("view", message.do === "answer" ? page : { ...page, move: null });
  }
}

const data = JSON.parse(document.getElementById("game").textContent);
render({ model: new RecordedGame(data), el: document.getElementById("board") });
