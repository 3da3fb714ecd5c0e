// The tree of actions beside the board: what each is worth, how often it was played, and what comes
// behind it. A model says all of it in words:
//
//   tree     { line: [actions from the position on the board], over: how the game ended or "",
//              mover: who is to move, value: the same, with what is proven of the position (a model
//              that does not say it leaves it out), status: how sure the values are, quoted: the part
//              of it that is English in any language or "", moves: [{ action, text, value: what is
//              proven, exact: whether that is all, estimate: what a search thinks, best: what is said
//              of the best ones or "", visits, child: a tree or null }] }
//   ask(request)     { do: "line", line }: to be played; { do: "expand" | "collapse", line }
//   texts            those of the explorer, as a model of the board has them

import { filled, make, tell } from "./draw.js";

function button(text, name, press, className) {
  const element = make("button", `mw-button ${className}`, text);
  element.type = "button";
  element.setAttribute("aria-label", name);
  element.addEventListener("click", press);
  return element;
}

function row(move, line, ask, texts) {
  const action = move.text;
  const item = make("li", `mw-move${move.best ? " mw-best" : ""}`);
  const head = make("div", "mw-move-head");
  const press = () => ask({ do: "line", line });
  const play = button(action, filled(texts, "tree.play", { action }), press, "mw-play");
  const words = make("div", "mw-words");
  words.append(make("span", `mw-value${move.exact ? " mw-exact" : ""}`, move.value));
  words.append(make("span", "mw-estimate", move.estimate));
  if (move.best) words.append(make("span", "mw-star", move.best));
  const times = filled(texts, move.visits === 1 ? "tree.played.1" : "tree.played", { n: move.visits });
  if (move.visits) words.append(make("span", "mw-visits", times));
  const turn = () => ask({ do: move.child ? "collapse" : "expand", line });
  const name = filled(texts, "tree.replies_to", { action });
  const more = button(texts["tree.replies"], name, turn, "mw-more");
  more.setAttribute("aria-expanded", String(move.child !== null));
  for (const [one, kind] of [[play, "play"], [more, "more"]]) one.dataset.key = `${kind} ${line}`;
  head.append(play, words, more);
  item.append(head);
  if (move.child) item.append(branch(move.child, ask, texts));
  return item;
}

function branch(tree, ask, texts) {
  if (tree.over) return make("p", "mw-over", tree.over);
  const box = make("div", "mw-branch");
  const list = make("ul", "mw-moves");
  const turn = filled(texts, "tree.to_move", { side: tree.mover });
  list.setAttribute("aria-label", turn);
  list.append(...tree.moves.map((move) => row(move, [...tree.line, move.action], ask, texts)));
  if (tree.line.length) {
    const note = make("p", "mw-note");
    tell(note, `${tree.value || turn}. ${tree.status}`, tree.quoted);
    box.append(note);
  }
  box.append(list);
  return box;
}

// Shows a tree in an element, whose focus stays where it was.
export function showTree(element, tree, ask, texts) {
  const { key } = document.activeElement?.dataset ?? {};
  element.replaceChildren(branch(tree, ask, texts));
  const again = [...element.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  if (key) again?.focus();
}

// A time in words.
export function duration(texts, seconds) {
  const [name, n] = seconds < 60 ? ["second", seconds] : ["minute", seconds / 60];
  if (n === 1) return texts[`time.${name}`];
  return filled(texts, `time.${name}s`, { n: n.toLocaleString(texts.lang) });
}
