// The keys of the board: arrows, the numbers of pits, and a letter for each button.
//
// Numbers and letters are heard wherever the focus is in the board; arrows only on its pits, since
// elsewhere they scroll.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FIELDS = "input, select, textarea, [contenteditable]"; // these keep their keys
const PATIENCE = 900; // milliseconds in which a second digit belongs to the first

export class Keys {
  constructor(board) {
    Object.assign(this, { board, typed: "", timer: null });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { place } = this.board;
    const heard = place.contains(event.target)
      ? this.done(event.key)
      : !event.target.closest(FIELDS) && this.outside(event.key);
    if (!heard) return;
    event.preventDefault();
    event.stopPropagation();
  }

  outside(key) {
    return !this.board.editor.open && !ARROWS[key] && this.done(key);
  }

  done(key) {
    const { board } = this;
    if (board.ways) return this.way(key);
    if (ARROWS[key]) {
      board.point(board.picture.beside(board.focus, ...ARROWS[key]), true);
      return true;
    }
    if (board.editor.open) return board.editor.key(key);
    if (/^[0-9]$/.test(key)) return this.pits().length > 0 && this.digit(key);
    // Enter ends a number that could go on; otherwise it presses the slot, as on any button.
    if (key === "Enter" && this.typed) return this.press();
    return this.letter(key.toLowerCase());
  }

  way(key) {
    const { box, number } = this.board.ways;
    if (key === "Escape") {
      this.board.closeWays();
      this.board.point(number, true);
      return true;
    }
    const presses = [...box.children];
    const named = presses.find((press) => press.textContent === key); // a number of seeds
    if (named) {
      named.click();
      return true;
    }
    if (!ARROWS[key]) return false;
    const step = ARROWS[key][0] < 0 ? -1 : 1;
    const last = step < 0 ? box.firstChild : box.lastChild;
    (presses[presses.indexOf(document.activeElement) + step] ?? last).focus();
    return true;
  }

  letter(key) {
    const { board } = this;
    const { undo, redo, pause, step, hint } = board.controls;
    const buttons = { u: undo, y: redo, p: pause, s: step, h: hint };
    if (buttons[key]) buttons[key].click();
    else if (key === "r") board.reserve();
    else return false;
    return true;
  }

  // The number of a pit; a second digit is waited for only where a pit has such a number.
  digit(key) {
    this.typed += key;
    clearTimeout(this.timer);
    const longer = this.pits().some(
      (pit) => String(pit).length > this.typed.length && String(pit).startsWith(this.typed),
    );
    this.board.hint(longer ? `${this.typed}…` : "");
    if (!longer) return this.press();
    this.timer = setTimeout(() => this.press(), PATIENCE);
    return true;
  }

  pits() {
    const { slots } = this.board.picture;
    return slots.filter((slot) => slot?.playable).map((slot) => slot.place.pit ?? -1);
  }

  press() {
    clearTimeout(this.timer);
    const pit = Number(this.typed);
    this.typed = "";
    this.board.hint("");
    this.board.pit(pit);
    return true;
  }
}
