// The explorer as a widget of a notebook: the board, and beside it the tree of actions. Where no time
// is given (`time` is null), a table answers at once: there is nothing to wait for.

import { render } from "./board.js";
import { make, tell } from "./draw.js";
import { NotebookModel } from "./model.js";
import { duration, showTree } from "./tree.js";

const PAUSE = 300; // milliseconds for which a position stands on the board before it is looked into

class Panel {
  constructor(widget, close) {
    const texts = widget.get("texts");
    Object.assign(this, { widget, close, texts });
    this.element = make("section", "mw-explorer");
    this.element.lang = texts.lang;
    this.element.setAttribute("aria-label", texts["explore.title"]);
    this.value = make("p", "mw-worth");
    this.value.setAttribute("role", "status");
    this.status = make("p", "mw-status");
    this.status.setAttribute("role", "status");
    this.tree = make("div", "mw-tree");
    this.limit = make("select");
    this.limit.addEventListener("change", () => this.wait(Number(this.limit.value)));
    for (const seconds of widget.get("limits")) {
      const option = make("option", "", duration(texts, seconds));
      option.value = seconds;
      this.limit.append(option);
    }
    const field = make("label", "mw-field");
    field.append(make("span", "mw-label", texts["explore.time"]), this.limit);
    const about = make("p", "mw-note", texts[this.alone ? "explore.about_table" : "explore.about"]);
    field.hidden = this.alone;
    this.element.append(about, field, this.value, this.status, this.tree);
    this.hear = () => this.show();
    for (const name of ["tree", "time"]) widget.on(`change:${name}`, this.hear);
    this.moved = () => this.look();
    widget.on("change:view", this.moved);
    this.show();
    this.look();
  }

  // Whether a table alone is asked.
  get alone() {
    return this.widget.get("time") === null;
  }

  ask(request) {
    this.widget.send({ ...request, ply: this.widget.get("view").ply });
  }

  wait(seconds) {
    this.widget.set("time", seconds);
    this.widget.save_changes();
    this.look();
  }

  // Asks for the values of the position, once it has stood for a moment.
  look() {
    clearTimeout(this.timer);
    if (this.alone) return;
    this.timer = setTimeout(() => this.ask({ do: "evaluate", line: [] }), PAUSE);
  }

  show() {
    const tree = this.widget.get("tree");
    this.limit.value = String(this.widget.get("time"));
    this.value.textContent = tree.value;
    tell(this.status, tree.over || tree.status, tree.quoted);
    if (tree.over) this.tree.replaceChildren();
    else showTree(this.tree, tree, (request) => this.ask(request), this.texts);
  }

  drop() {
    clearTimeout(this.timer);
    for (const name of ["tree", "time"]) this.widget.off(`change:${name}`, this.hear);
    this.widget.off("change:view", this.moved);
    this.close();
  }
}

function show(widget, place) {
  const root = make("div", "mancalab mw-explorer-root");
  const both = make("div", "mw-both");
  const board = make("div", "mw-beside");
  both.append(board);
  root.append(both);
  place.append(root);
  const panel = new Panel(widget, render(new NotebookModel(widget), board));
  both.append(panel.element);
  return () => {
    panel.drop();
    root.remove();
  };
}

export default { render: ({ model, el }) => show(model, el) };
