// A page of puzzles: a position at a time, in which one action wins. The page has in it, as JSON,
//
//   texts, speed     as a model of the board has them
//   common           what all views share
//   puzzles          [{ level, task, line: best play in words, action: the one that wins,
//                       view: the position, moves: [{ action, text, words: what it leads to,
//                       view: the position after it }] }]

import { render } from "./board.js";
import { filled, make } from "./draw.js";

const data = JSON.parse(document.getElementById("puzzles").textContent);
const $ = (id) => document.getElementById(id);

// A model for the board: a position, and what follows each of its actions.
class PuzzleModel {
  constructor({ texts, speed, common }) {
    Object.assign(this, { texts, common, serial: 0, hearers: new Set() });
    this.wishes = { speed, counts: true };
    this.tried = () => {};
  }

  set(puzzle) {
    this.puzzle = puzzle;
    this.show(puzzle.view, { choices: puzzle.choices, turn: "manual" });
  }

  show(view, more) {
    this.serial += 1;
    this.view = { ...this.common, ...view, ...more, serial: this.serial };
    this.tell("view");
  }

  ask(request) {
    if (request.do === "undo" || request.do === "new") this.set(this.puzzle);
    const move = this.puzzle.moves.find(({ action }) => action === request.action);
    if (request.do !== "play" || !move) return;
    const right = move.action === this.puzzle.action;
    const said = right ? "puzzles.right" : "puzzles.wrong";
    const status = filled(this.texts, said, { words: move.words });
    this.show(move.view, { choices: [], turn: "over", status, undo: true });
    this.tried(move, right);
  }

  wish(name, value) {
    this.wishes = { ...this.wishes, [name]: value };
    this.tell("wishes");
  }

  listen(hear) {
    this.hearers.add(hear);
    return () => this.hearers.delete(hear);
  }

  tell(what) {
    for (const hear of this.hearers) hear(what);
  }
}

class Page {
  constructor({ puzzles, texts }) {
    Object.assign(this, { puzzles, texts, number: 0, model: new PuzzleModel(data) });
    this.state = puzzles.map(() => ({ tries: [], done: false, told: false }));
    this.model.tried = (move, right) => this.tried(move, right);
    this.choices = puzzles.map(({ level }, number) => {
      const choice = make("button", "mw-button", `${number + 1} ${"★".repeat(level)}`);
      choice.type = "button";
      choice.addEventListener("click", () => this.go(number));
      $("choices").append(choice);
      return choice;
    });
    $("again").addEventListener("click", () => this.again());
    $("tell").addEventListener("click", () => this.tellAll());
    $("next").addEventListener("click", () => this.go((this.number + 1) % puzzles.length));
    this.model.set(puzzles[0]);
    render(this.model, $("board"));
    this.go(0);
  }

  get now() {
    return this.state[this.number];
  }

  go(number) {
    this.number = number;
    this.model.set(this.puzzles[number]);
    this.write();
  }

  again() {
    this.model.set(this.puzzles[this.number]);
    this.write();
  }

  tried({ action }, right) {
    const { now } = this;
    if (!now.tries.includes(action)) now.tries.push(action);
    now.done ||= right;
    this.write();
  }

  tellAll() {
    this.now.told = true;
    this.write();
  }

  // The number of the puzzle, its task, and the moves that have been tried, or all of them.
  write() {
    const { now, number, puzzles, texts } = this;
    const { task, moves, line, action: winning } = puzzles[number];
    const place = { number: number + 1, count: puzzles.length };
    $("number").textContent = filled(texts, "puzzles.number", place);
    $("task").textContent = task;
    const all = now.done || now.told;
    const shown = moves.filter(({ action }) => all || now.tries.includes(action));
    $("moves").replaceChildren(
      ...shown.map(({ action, text, words }) => {
        const item = make("li", action === winning ? "mw-move mw-best" : "mw-move");
        const head = make("div", "mw-move-head");
        const key = action === winning ? "puzzles.move_right" : "puzzles.move_wrong";
        const said = filled(texts, key, { words });
        head.append(make("strong", "mw-play", text), make("span", "mw-words", said));
        item.append(head);
        return item;
      }),
    );
    $("line").textContent = all ? filled(texts, "puzzles.line", { line }) : "";
    $("again").disabled = this.model.view.turn === "manual";
    $("tell").disabled = all;
    this.choices.forEach((choice, other) => {
      const { done, told, tries } = this.state[other];
      const key = done ? "solved" : told ? "shown" : tries.length ? "tried" : "open";
      const { level } = puzzles[other];
      const said = { number: other + 1, level, outcome: texts[`puzzles.${key}`] };
      choice.setAttribute("aria-label", filled(texts, "puzzles.name", said));
      choice.classList.toggle("mw-done", done);
      if (other === number) choice.setAttribute("aria-current", "true");
      else choice.removeAttribute("aria-current");
    });
  }
}

new Page(data);
