// The moves of the game as a list, and a slider along them.

import { filled, make } from "./draw.js";

export class Moves {
  constructor(board) {
    Object.assign(this, { board, texts: board.texts, shown: "", buttons: [] });
    this.element = make("div", "mb-moves");
    this.ply = make("span", "mb-ply");
    this.slider = make("input", "mb-slider");
    Object.assign(this.slider, { type: "range", min: 0, step: 1 });
    this.slider.setAttribute("aria-label", this.texts.moves);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.track = make("div", "mb-track");
    this.track.append(this.slider, this.ply);
    this.none = make("p", "mb-none", this.texts["moves.none"]);
    this.list = make("ol", "mb-list");
    this.list.setAttribute("aria-label", this.texts.moves);
    this.list.addEventListener("click", (event) => {
      const { ply } = event.target.dataset;
      if (ply) this.go(Number(ply));
    });
    this.list.addEventListener("keydown", (event) => this.step(event));
    this.element.append(this.track, this.none, this.list);
  }

  go(to) {
    this.board.wander({ do: "go", to });
  }

  show(view) {
    const text = JSON.stringify(view.moves);
    if (text !== this.shown) {
      this.shown = text;
      this.fill(view.moves);
    }
    const plies = view.moves.length;
    const there = filled(this.texts, "ply", { ply: view.ply, plies });
    this.ply.textContent = there;
    Object.assign(this.slider, { max: plies, value: view.ply });
    this.slider.setAttribute("aria-valuetext", there);
    this.track.hidden = !view.seek || plies === 0;
    this.none.hidden = plies > 0;
    this.list.hidden = plies === 0;
    this.buttons.forEach((one, ply) => {
      one.classList.toggle("mb-ahead", ply >= view.ply);
      const here = ply + 1 === view.ply;
      one.toggleAttribute("aria-current", here);
      if (here) one.setAttribute("aria-current", "step");
      one.tabIndex = here || (view.ply === 0 && ply === 0) ? 0 : -1;
      if (here) this.list.scrollTop = one.offsetTop - this.list.clientHeight / 2;
    });
    if (view.ply === 0) this.list.scrollTop = 0;
  }

  // A line for every turn: the side, and its actions until the other one moves.
  fill(moves) {
    this.list.replaceChildren();
    this.buttons = moves.map(([side, text], ply) => {
      if (ply === 0 || moves[ply - 1][0] !== side) {
        const name = this.texts[`side.${side}`];
        const turn = make("li", "mb-turn-of");
        turn.append(make("span", "mb-of", name));
        this.list.append(turn);
      }
      const one = make("button", "mb-move", text);
      one.type = "button";
      one.dataset.ply = ply + 1;
      this.list.lastChild.append(one);
      return one;
    });
  }

  // The arrow keys go from move to move.
  step(event) {
    const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const here = this.buttons.indexOf(event.target);
    if (!way || here < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.buttons[here + way]?.focus();
  }
}
