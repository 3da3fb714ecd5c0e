// A model that answers from a finished game, and the page that shows it.

import { render } from "./board.js";

class RecordedGame {
  constructor({ common, views, texts, speed }) {
    this.pages = views.map((view) => ({ ...common, ...view }));
    this.texts = texts;
    this.wishes = { speed, counts: true };
    this.view = this.pages[0];
    this.hearers = new Set();
  }

  listen(hear) {
    this.hearers.add(hear);
    return () => this.hearers.delete(hear);
  }

  tell(what) {
    for (const hear of this.hearers) hear(what);
  }

  wish(name, value) {
    this.wishes = { ...this.wishes, [name]: value };
    this.tell("wishes");
  }

  ask(request) {
    const { ply } = this.view;
    const to = { answer: ply + 1, undo: ply - 1, redo: ply + 1, new: 0, go: request.to }[request.do];
    const page = this.pages[to];
    if (!page) return;
    // Only what is played is animated, not where the reader goes.
    this.view = request.do === "answer" ? page : { ...page, move: null };
    this.tell("view");
  }
}

const data = JSON.parse(document.getElementById("game").textContent);
render(new RecordedGame(data), document.getElementById("board"));
