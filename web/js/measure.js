// What it is worth to move first: many games between two players who know nothing, counted.

import { NORMAL, OPENING_PLIES } from "./constants.js";
import { make } from "./draw.js";
import { button, labelled, select, statusLine } from "./fields.js";

const NUMBERS = [1_000, 10_000, 100_000, 1_000_000];
const PACE = 200; // milliseconds between two reports
const RANDOM_PLIES = [0, 2, 4, 6];
const PLAYERS = { random: "Random", greedy: "Greedy" };

const SUMS = ["games", "south", "north", "draws", "voids", "truncated", "plies", "margin_sum"];

// Wilson's interval of 95 % for a proportion. NORMAL is the 97.5 % point of the normal distribution.
export function wilson(successes, trials) {
  const square = NORMAL ** 2;
  const share = successes / trials;
  const middle = (share + square / (2 * trials)) / (1 + square / trials);
  const inner = (share * (1 - share)) / trials + square / (4 * trials ** 2);
  const reach = (NORMAL * Math.sqrt(inner)) / (1 + square / trials);
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}

// The points of a player who won and drew so many games of those that were decided (a draw is half
// a point), with an interval of 95 %.
export function points(won, drawn, decided) {
  const share = (won + drawn / 2) / decided;
  const variance = (won + drawn / 4) / decided - share ** 2;
  if (variance <= 0 || decided < 2) return [share, wilson(share * decided, decided)];
  const reach = NORMAL * Math.sqrt(variance / (decided - 1));
  return [share, [Math.max(0, share - reach), Math.min(1, share + reach)]];
}

export class Measure {
  constructor(session, engine, words) {
    Object.assign(this, { session, engine, words, found: null });
    this.element = make("section", "mw-measure");
    const number = (n) => () => words.number(n);
    this.games = select(words, NUMBERS, 10_000, number);
    this.players = select(words, Object.keys(PLAYERS), "random", (name) => () => PLAYERS[name]);
    this.players.addEventListener("change", () => this.suit());
    this.plies = select(words, RANDOM_PLIES, 0, number);
    this.suit();
    this.seed = make("input");
    Object.assign(this.seed, { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, value: 0 });
    this.start = button(words, "measure.start", () => this.measure());
    this.halt = button(words, "stop", () => this.engine.stop());
    this.halt.disabled = true;
    this.bar = words.name(make("progress"), "measure.progress");
    this.bar.hidden = true;
    this.status = statusLine();
    this.result = words.name(make("div", "mw-result"), "measure.result");
    this.result.setAttribute("role", "region");
    this.result.tabIndex = 0; // where the table is wider than a phone, keys move it
    this.element.append(
      words.put(make("p"), "measure.about"),
      this.controls(),
      this.bar,
      this.status,
      this.result,
    );
    words.listen(() => this.found && this.tell());
    session.listen((what) => what === "view" && this.follow());
  }

  controls() {
    const { words } = this;
    const row = make("div", "mw-row");
    row.append(
      labelled(words, "measure.games", this.games),
      labelled(words, "measure.players", this.players),
      labelled(words, "measure.plies", this.plies),
      labelled(words, "measure.seed", this.seed),
      this.start,
      this.halt,
    );
    return row;
  }

  // Random plies change nothing between two who play at random.
  suit() {
    const random = this.players.value === "random";
    this.plies.value = String(random ? 0 : OPENING_PLIES);
    this.plies.disabled = random;
  }

  // Another game makes what was measured stale.
  follow() {
    const key = JSON.stringify(this.session.spec);
    if (key === this.key) return;
    this.key = key;
    this.engine.stop();
    this.words.put(this.status, "");
    this.found = null;
    this.result.replaceChildren();
  }

  async measure() {
    const seed = Number(this.seed.value);
    if (!Number.isSafeInteger(seed) || seed < 0 || this.seed.value === "") {
      this.words.put(this.status, "measure.seed_wrong", { most: Number.MAX_SAFE_INTEGER });
      return;
    }
    this.start.disabled = true;
    this.halt.disabled = false;
    this.bar.hidden = false;
    try {
      const asked = { player: this.players.value, seed, opening_plies: Number(this.plies.value) };
      await this.count(Number(this.games.value), asked);
    } catch (error) {
      this.words.fault(this.status, error);
    }
    this.start.disabled = false;
    this.halt.disabled = true;
    this.bar.hidden = true;
  }

  // Plays in parts that last as long as is between two reports.
  async count(most, asked) {
    const { spec: game } = this.session;
    const opening = await this.engine.ask({ do: "state", at: { game, actions: [] } });
    const sums = Object.fromEntries(SUMS.map((name) => [name, 0]));
    let count = 100;
    this.bar.max = most;
    while (sums.games < most) {
      const begun = performance.now();
      count = Math.min(count, most - sums.games);
      const games = { ...asked, from: sums.games, count };
      const tally = await this.engine.ask({ do: "playouts", game, games });
      for (const name of SUMS) sums[name] += tally[name];
      this.bar.value = sums.games;
      this.found = { sums, starter: opening.to_move, asked };
      this.words.put(this.status, () => this.sentence(this.found));
      this.tell();
      const pace = count / Math.max(1, performance.now() - begun);
      count = Math.max(1, Math.round(pace * PACE));
    }
  }

  // The table, and what stands below it.
  tell() {
    const { found, words } = this;
    const { games, plies } = found.sums;
    const table = make("table", "mw-table");
    table.append(this.head(), ...this.rows(found).map(([title, n]) => this.row(title, n, games)));
    const length = words.say("measure.length", { n: words.number(plies / games, 1) });
    this.result.replaceChildren(table, make("p", "", length), this.recipe(games, found.asked));
  }

  // How often what came out, by the words for it.
  rows({ sums, starter }) {
    const { texts } = this.words;
    const { south, north, draws, voids, truncated } = sums;
    const won = [south, north];
    const side = (number) => ({ side: texts[`side.${number}`] });
    return [
      [this.words.say("measure.starts", side(starter)), won[starter]],
      [this.words.say("measure.wins", side(1 - starter)), won[1 - starter]],
      [texts["measure.draws"], draws],
      ...(voids ? [[texts["measure.voids"], voids]] : []),
      ...(truncated ? [[texts["measure.truncated"], truncated]] : []),
    ];
  }

  head() {
    const { texts } = this.words;
    const head = make("tr");
    const result = make("th");
    result.append(make("span", "mw-unseen", texts["measure.result"]));
    const titles = [texts["measure.games"], "%", texts["measure.interval_title"]];
    head.append(result, ...titles.map((title) => make("th", "", title)));
    for (const cell of head.children) cell.scope = "col";
    return head;
  }

  row(title, n, games) {
    const row = make("tr");
    const name = make("th", "", title);
    name.scope = "row";
    const cells = [this.words.number(n), this.percent(n / games), this.interval(wilson(n, games))];
    row.append(name, ...cells.map((text) => make("td", "", text)));
    return row;
  }

  percent(share) {
    return this.words.number(100 * share, 1);
  }

  interval([low, high]) {
    return this.words.say("measure.interval", { low: this.percent(low), high: this.percent(high) });
  }

  sentence({ sums, starter, asked }) {
    const { words } = this;
    const { games, south, north, draws } = sums;
    const played = words.say("measure.played", { n: words.number(games) });
    const decided = south + north + draws;
    if (!decided) return `${played} ${words.say("measure.none")}`;
    const [share, around] = points([south, north][starter], draws, decided);
    const values = { share: this.percent(share), interval: this.interval(around) };
    return `${played} ${words.say("measure.score", values)} ${this.verdict(around, asked)}`;
  }

  // What an interval of the points of who starts says, and of which openings.
  verdict([low, high], { player, opening_plies: plies }) {
    const { words } = this;
    const sure = low > 0.5 ? "measure.helps" : high < 0.5 ? "measure.harms" : "measure.unclear";
    const found = words.say(sure, { player: PLAYERS[player] });
    const opening = plies ? "measure.after_plies" : "measure.fixed";
    return words.say(player === "random" ? "measure.plain" : opening, { found });
  }

  // How to play the same games with the Python package.
  recipe(games, { player, seed, opening_plies: plies }) {
    const { rules } = this.session;
    const game = rules.text ? `mc.Rules.from_text("${rules.text.replaceAll('"', '\\"')}")` : "rules";
    const opening = plies ? `, opening_plies=${plies}` : "";
    const call =
      player === "greedy"
        ? `mc.match(${game}, "greedy", "greedy", ${games}, seed=${seed}${opening})`
        : `mc.playouts(${game}, ${games}, seed=${seed})`;
    const line = make("p", "mw-recipe", `${this.words.say("measure.recipe")} `);
    line.append(make("code", "", call));
    return line;
  }
}
