// The tree of actions beside the board: what each is worth, how often it was played, and what comes
// behind it. A model says all of it in words:
//
//   tree     { line: [actions from the position on the board], over: how the game ended or "",
//              mover: who is to move, status: how sure the values are, moves: [{ action, text,
//              value: what is proven, exact: whether that is all, estimate: what a search thinks,
//              best: "best" | "best so far" | "", visits, child: a tree or null }] }
//   ask(request)     { do: "line", line }: to be played; { do: "expand" | "collapse", line }

import { make } from "./draw.js";

function button(text, name, press, className) {
  const element = make("button", `mw-button ${className}`, text);
  element.type = "button";
  element.setAttribute("aria-label", name);
  element.addEventListener("click", press);
  return element;
}

function row(move, line, ask) {
  const item = make("li", `mw-move${move.best ? " mw-best" : ""}`);
  const head = make("div", "mw-move-head");
  const press = () => ask({ do: "line", line });
  const play = button(move.text, `Play ${move.text} on the board`, press, "mw-play");
  const words = make("div", "mw-words");
  words.append(make("span", `mw-value${move.exact ? " mw-exact" : ""}`, move.value));
  words.append(make("span", "mw-estimate", move.estimate));
  if (move.best) words.append(make("span", "mw-star", move.best));
  const times = move.visits === 1 ? "played once" : `played ${move.visits} times`;
  if (move.visits) words.append(make("span", "mw-visits", times));
  const turn = () => ask({ do: move.child ? "collapse" : "expand", line });
  const more = button("Replies", `Replies to ${move.text}`, turn, "mw-more");
  more.setAttribute("aria-expanded", String(move.child !== null));
  for (const [one, kind] of [[play, "play"], [more, "more"]]) one.dataset.key = `${kind} ${line}`;
  head.append(play, words, more);
  item.append(head);
  if (move.child) item.append(branch(move.child, ask));
  return item;
}

function branch(tree, ask) {
  if (tree.over) return make("p", "mw-over", tree.over);
  const box = make("div", "mw-branch");
  const list = make("ul", "mw-moves");
  list.setAttribute("aria-label", `${tree.mover} to move`);
  list.append(...tree.moves.map((move) => row(move, [...tree.line, move.action], ask)));
  if (tree.line.length) box.append(make("p", "mw-note", `${tree.mover} to move. ${tree.status}`));
  box.append(list);
  return box;
}

// Shows a tree in an element, whose focus stays where it was.
export function showTree(element, tree, ask) {
  const { key } = document.activeElement?.dataset ?? {};
  element.replaceChildren(branch(tree, ask));
  const again = [...element.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  if (key) again?.focus();
}
