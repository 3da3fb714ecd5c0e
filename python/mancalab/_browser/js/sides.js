// The two players: their names, their scores, and whose turn it is.

import { make } from "./draw.js";

class Side {
  constructor(texts, side) {
    Object.assign(this, { texts, side });
    this.element = make("div", "mb-side");
    this.name = make("span", "mb-name");
    this.turn = make("span", "mb-turn", texts.to_move);
    this.score = make("span", "mb-score");
    this.element.append(this.name, this.turn, this.score);
  }

  show(name, score) {
    this.name.textContent = [this.texts[`side.${this.side}`], name].filter(Boolean).join(" · ");
    this.score.textContent = `${this.texts.score} ${score}`;
  }

  move(moves) {
    this.element.classList.toggle("mb-to-move", moves);
    this.turn.hidden = !moves;
  }
}

export class Sides {
  constructor(texts) {
    this.texts = texts;
    this.both = [0, 1].map((side) => new Side(texts, side));
  }

  who(name) {
    return name === "manual" ? this.texts.manual : name;
  }

  show(view) {
    for (const one of this.both) one.show(this.who(view.players[one.side]), view.score[one.side]);
  }

  // The side to move, or null; gives its element.
  turn(side) {
    for (const one of this.both) one.move(one.side === side);
    return this.both[side]?.element;
  }
}
