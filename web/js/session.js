// The model of the board where the engine is in the page: what is played, by whom, and what is said
// about it. It answers as the head of board.js asks; python/mancalab/widget/session.py does the same
// in a notebook.

import { DECIDED, HINT, MANUAL } from "./constants.js";
import { Mistake, Refused, Stopped } from "./engine.js";
import { filled } from "./draw.js";
import { ending, moveOf, status, trail } from "./frames.js";
import { networkFor, weightsFor } from "./networks.js";
import { read, written } from "./records.js";
import { PLAYERS, setupView } from "./choices.js";
import { choice, claims, counts, layout, lifted, marks, position } from "./slots.js";
import { faultWords } from "./words.js";

function signed(value) {
  return value > 0 ? `+${value}` : String(value);
}

export class Session {
  // `games`: [name, title] of the catalogue; `seed`: of agents that choose at random.
  constructor(engine, texts, games, seed) {
    Object.assign(this, { engine, texts, games, seed, number: -1, serial: 0 });
    this.players = [PLAYERS[MANUAL], PLAYERS[MANUAL]];
    this.wishes = { speed: 2, counts: true };
    this.hearers = new Set();
    this.asked = Promise.resolve();
    this.own = null; // { spec, rules } of a game that is not the catalogue's, kept in the menu
  }

  // What is said from now on is said in these texts.
  speak(texts) {
    this.texts = texts;
    this.changed();
  }

  // The model

  listen(hear) {
    this.hearers.add(hear);
    return () => this.hearers.delete(hear);
  }

  tell(what) {
    for (const hear of [...this.hearers]) hear(what);
  }

  wish(name, value) {
    this.wishes = { ...this.wishes, [name]: value };
    this.tell("wishes");
  }

  // What the player asks for, one thing after the other; an agent that still thinks is stopped.
  ask(request) {
    if (this.thinking && request.do !== "answer") this.engine.stop();
    this.asked = this.asked.then(() => this.handle(request));
    return this.asked;
  }

  // What is

  get state() {
    return this.states.at(-1);
  }

  // The game so far, as the engine takes it.
  get at() {
    return { game: this.spec, start: this.start, actions: this.actions };
  }

  get turn() {
    if (this.state.outcome) return "over";
    if (this.state.chance) return "agent"; // a lot is drawn as agents play: by itself
    return this.players[this.state.to_move].manual ? "manual" : "agent";
  }

  get undone() {
    const sides = this.states.slice(0, -1).map((state) => state.to_move);
    const lots = this.states.map((state) => state.chance);
    const mine = sides.flatMap((side, ply) => (this.players[side].manual && !lots[ply] ? [ply] : []));
    if (this.players.some((player) => player.manual)) return mine.at(-1) ?? sides.length;
    return Math.max(sides.length - 1, 0);
  }

  get view() {
    this.shown ??= this.look();
    return this.shown;
  }

  look() {
    const { rules, state, states, players, texts } = this;
    const last = this.moves.at(-1) ?? null;
    const skipped = last !== null && last.steps.some(([kind]) => kind === "skip");
    const legal = this.turn === "manual" ? state.legal : [];
    return {
      serial: this.serial,
      ply: this.actions.length,
      game: {
        title: rules.title,
        about: rules.about.split(/\s+/).join(" ").trim(),
        explain: rules.explain,
        clauses: rules.clauses,
        reserve: states[0].reserves.some((seeds) => seeds > 0),
        marks: rules.marks,
        claims: rules.claims,
        lifts: rules.lifts,
        shared: [0, 1].flatMap((side) => rules.shared.map((pit) => side * rules.pits + pit)),
      },
      layout: layout(rules),
      counts: counts(state),
      marks: marks(rules, state),
      claims: claims(rules, state),
      lifted: lifted(rules, state),
      move: this.fresh ? last : null,
      last: last && trail(last),
      side: state.to_move,
      score: state.scores,
      players: players.map(({ name }) => name),
      status: status(rules, states, players, skipped, texts),
      turn: this.turn,
      choices: legal.map((action) => choice(rules, state, action)),
      fault: this.fault,
      quoted: this.quoted,
      moves: [...this.played(), ...this.aheadList],
      undo: this.undone < this.actions.length,
      redo: this.ahead.length > 0,
      hint: this.found,
      hints: true,
      edit: true,
      files: true,
      seek: true,
      file: this.file,
      setup: setupView(rules, this.menu(), players, texts),
    };
  }

  // Side, text and number of every action.
  played() {
    const { rules, states } = this;
    return this.actions.map((action, ply) => [
      states[ply].to_move,
      rules.actions[action].text,
      action,
    ]);
  }

  menu() {
    const { games, own } = this;
    if (!own || games.some(([name]) => name === own.rules.name)) return games;
    return [...games, [own.rules.name, own.rules.title]];
  }

  // What happens

  // Puts another game on the board, after all that was asked before. Throws where there is none.
  open(spec) {
    if (this.thinking) this.engine.stop();
    const started = this.asked.then(() => this.begin(spec));
    this.asked = started.catch(() => {});
    return started;
  }

  // Plays a line of play on the board from the present position, all of it at once.
  show(line) {
    if (this.thinking) this.engine.stop();
    this.asked = this.asked.then(async () => {
      for (const action of line.slice(0, -1)) await this.play(action, true);
      await this.play(line.at(-1));
    });
    return this.asked;
  }

  // Begins with a game, from a position if one is given as text. Throws where there is none.
  async begin(spec, start = null) {
    const rules = await this.engine.ask({ do: "game", game: spec });
    const opening = await this.engine.ask({ do: "state", at: { game: spec, start, actions: [] } });
    Object.assign(this, { spec, rules, start, opening });
    if (!spec.name || start) this.own = { spec, rules, start };
    this.renew();
  }

  renew() {
    this.number += 1;
    this.states = [this.opening];
    this.actions = [];
    this.moves = [];
    this.forget();
    this.changed();
  }

  // Nothing that was taken back can be played again.
  forget() {
    this.ahead = [];
    this.aheadList = [];
  }

  changed({ fresh = false, fault = "", quoted = "", found = null, file = null } = {}) {
    this.serial += 1;
    Object.assign(this, { fresh, fault, quoted, found, file, shown: null });
    this.tell("view");
  }

  async handle(request) {
    if ((request.ply ?? this.actions.length) !== this.actions.length) return;
    try {
      await this.carryOut(request);
    } catch (error) {
      if (error instanceof Stopped) return;
      const key = { position: "position", load: "load", play: "action" }[request.do];
      const agent = this.players[this.state.to_move].name;
      const kind = key ?? (request.do === "answer" ? "agent" : "option");
      const [words, quoted] = faultWords(this.texts, error);
      const fault = filled(this.texts, `fault.${kind}`, { fault: words, agent });
      this.changed({ fault, quoted });
      if (!(error instanceof Refused || error instanceof Mistake)) console.error(error);
    }
  }

  async carryOut(request) {
    const { texts } = this;
    if (request.do === "play" && this.turn === "manual") await this.play(request.action);
    else if (request.do === "answer") await this.answer();
    else if (request.do === "undo") this.backTo(this.undone);
    else if (request.do === "redo") await this.redo();
    else if (request.do === "go") await this.go(request.to);
    else if (request.do === "new") this.renew();
    else if (request.do === "hint") await this.hint();
    else if (request.do === "save") this.changed({ file: this.saved() });
    else if (request.do === "load") await this.load(read(request.text, texts));
    else if (request.do === "position") await this.setUp(request);
    else if (request.do === "game") await this.choose(request.name);
    else if (request.do === "option") await this.set(request.name, request.value);
    else if (request.do === "player") this.seat(request.side, PLAYERS[request.name]);
  }

  async play(action, quiet = false) {
    const told = await this.engine.ask({ do: "trace", at: this.at, action });
    this.moves.push(moveOf(this.rules, this.state, action, told, this.texts));
    this.states.push(told.after);
    this.actions = [...this.actions, action];
    if (this.ahead[0] === action) {
      this.ahead.shift();
      this.aheadList.shift();
    } else this.forget();
    if (!quiet) this.changed({ fresh: true });
  }

  // Lets the agent to move choose and play; nothing where none is to move.
  async answer() {
    if (this.turn !== "agent") return;
    const player = this.state.chance ? "random" : this.players[this.state.to_move].mind;
    const mind = { player, seed: this.seed, game: this.number };
    this.thinking = true;
    try {
      if (player.network) await this.learn();
      const { action } = await this.engine.ask({ do: "choose", at: this.at, mind });
      await this.play(action);
    } finally {
      this.thinking = false;
    }
  }

  // Lets the engine know the network for this game; where none comes, the engine will say so.
  async learn() {
    const network = networkFor(this.rules);
    if (network) await this.engine.learn(this.spec, network, () => weightsFor(this.rules.name));
  }

  backTo(kept) {
    if (kept >= this.actions.length) return;
    this.aheadList = [...this.played().slice(kept), ...this.aheadList];
    this.ahead = [...this.actions.slice(kept), ...this.ahead];
    this.states.length = kept + 1;
    this.moves.length = kept;
    this.actions = this.actions.slice(0, kept);
    this.changed();
  }

  // Plays again what was taken back, to a person's next choice.
  async redo() {
    const people = this.players.some((player) => player.manual);
    while (this.ahead.length) {
      await this.play(this.ahead[0]);
      if (!people || this.turn !== "agent") break;
    }
  }

  // To a ply of the game: back, or forward through what was taken back.
  async go(ply) {
    if (ply >= 0) this.backTo(ply);
    while (this.ahead.length && this.actions.length < ply) await this.play(this.ahead[0], true);
    this.changed();
  }

  async hint() {
    if (this.state.outcome || this.state.chance) return;
    const found = await this.engine.ask({ do: "analyse", at: this.at, search: HINT });
    const most = Math.max(...found.values.map(([, value]) => value));
    const best = found.values.filter(([, value]) => value === most).map(([action]) => action);
    const words = (value) => {
      if (Math.abs(value) < DECIDED) return signed(value);
      return this.texts[value > 0 ? "hint.won" : "hint.lost"];
    };
    const named = best.map((action) => this.rules.actions[action].text).join(", ");
    const key = this.rules.by_seeds ? "hint.text" : "hint.seat";
    this.changed({
      found: {
        best,
        values: found.values.map(([action, value]) => [action, words(value)]),
        text: filled(this.texts, key, { best: named, depth: found.depth }),
      },
    });
  }

  async setUp(request) {
    const pits = position(this.rules, request);
    const { text } = await this.engine.ask({ do: "set_up", game: this.spec, pits });
    await this.begin(this.spec, text);
  }

  async choose(name) {
    const { own } = this;
    if (own?.rules.name === name) await this.begin(own.spec, own.start);
    else await this.begin({ name });
  }

  async set(name, value) {
    await this.begin({ ...this.spec, options: { ...this.spec.options, [name]: value } });
  }

  seat(side, player) {
    if (!player) return;
    this.players = this.players.map((old, other) => (other === side ? player : old));
    this.renew();
  }

  saved() {
    const { rules, serial } = this;
    return { serial, name: `${rules.name}.json`, text: written(this) };
  }

  async load(record) {
    await this.begin(record.spec, record.start);
    this.players = record.players;
    if (record.seed !== null) [this.seed, this.number] = [record.seed, record.number];
    for (const text of record.actions) {
      const action = this.rules.actions.findIndex((known) => known?.text === text);
      if (action < 0) throw new Mistake(filled(this.texts, "record.action", { action: text }));
      await this.play(action, true);
    }
    this.changed();
  }

  // How the game ended, in words; empty while it runs.
  get result() {
    return this.state.outcome ? ending(this.texts, this.state) : "";
  }
}
