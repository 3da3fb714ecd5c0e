// What it is worth to move first: many games between two players who know nothing, counted.

import { make } from "./draw.js";
import { Stopped } from "./engine.js";
import { button, labelled, select, statusLine } from "./fields.js";

const NUMBERS = [1_000, 10_000, 100_000, 1_000_000];
const PACE = 200; // milliseconds between two reports
const RANDOM_PLIES = [0, 2, 4, 6];
const USUAL_PLIES = 4; // as in studies of the package, for players other than Random
const NORMAL = 1.959964; // the 97.5 % point of the normal distribution

const SUMS = ["games", "south", "north", "draws", "voids", "truncated", "plies", "margin_sum"];

// Wilson's interval of 95 % for a proportion.
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

function percent(share) {
  return (100 * share).toFixed(1);
}

function interval([low, high]) {
  return `${percent(low)} to ${percent(high)} %`;
}

// What an interval of the points of who starts says, and of which openings.
function verdict([low, high], { player, opening_plies: plies }) {
  const greedy = player === "greedy";
  const sure = low > 0.5 ? "helps" : high < 0.5 ? "harms" : "";
  const name = greedy ? "Greedy" : "Random";
  const found = sure ? `Moving first ${sure} ${name}` : "No clear advantage";
  if (!greedy) return `${found}.`;
  if (plies) return `${found} after these random plies; other openings may show something else.`;
  return `${found}. This is true of the fixed opening only; after random plies it may be the opposite.`;
}

export class Measure {
  constructor(session, engine) {
    Object.assign(this, { session, engine });
    this.element = make("section", "mw-measure");
    this.games = select(
      NUMBERS.map((n) => [String(n), n.toLocaleString("en")]),
      "10000",
    );
    this.players = select(
      [
        ["random", "Random"],
        ["greedy", "Greedy"],
      ],
      "random",
    );
    this.players.addEventListener("change", () => this.suit());
    this.plies = select(
      RANDOM_PLIES.map((n) => [String(n), String(n)]),
      "0",
    );
    this.suit();
    this.seed = make("input");
    Object.assign(this.seed, { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, value: 0 });
    this.start = button("Measure", () => this.measure());
    this.halt = button("Stop", () => this.engine.stop());
    this.halt.disabled = true;
    this.bar = make("progress");
    this.bar.setAttribute("aria-label", "Games played");
    this.status = statusLine();
    this.result = make("div", "mw-result");
    const controls = make("div", "mw-row");
    controls.append(
      labelled("Games", this.games),
      labelled("Both players", this.players),
      labelled("Random plies first", this.plies),
      labelled("Seed", this.seed),
      this.start,
      this.halt,
    );
    const words =
      "Does it help to move first? Two players of one kind play many games of the game on the " +
      "board. Random takes any action; Greedy takes the one that gains most at once, and any of those " +
      "that gain alike: where nothing can be taken it plays as Random does.";
    this.element.append(make("p", "", words), controls, this.bar, this.status, this.result);
    session.listen((what) => what === "view" && this.follow());
    this.bar.hidden = true;
  }

  // Random plies change nothing between two who play at random.
  suit() {
    const random = this.players.value === "random";
    this.plies.value = String(random ? 0 : USUAL_PLIES);
    this.plies.disabled = random;
  }

  // Another game makes what was measured stale.
  follow() {
    const key = JSON.stringify(this.session.spec);
    if (key === this.key) return;
    this.key = key;
    this.engine.stop();
    this.status.textContent = "";
    this.result.replaceChildren();
  }

  async measure() {
    const seed = Number(this.seed.value);
    if (!Number.isSafeInteger(seed) || seed < 0 || this.seed.value === "") {
      this.status.textContent = `Seed: a whole number from 0 to ${Number.MAX_SAFE_INTEGER} is needed.`;
      return;
    }
    this.start.disabled = true;
    this.halt.disabled = false;
    this.bar.hidden = false;
    try {
      const asked = { player: this.players.value, seed, opening_plies: Number(this.plies.value) };
      await this.count(Number(this.games.value), asked);
    } catch (error) {
      this.status.textContent = error instanceof Stopped ? "Stopped." : error.message;
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
      this.tell(sums, opening.to_move, asked);
      const pace = count / Math.max(1, performance.now() - begun);
      count = Math.max(1, Math.round(pace * PACE));
    }
  }

  tell(sums, starter, asked) {
    const { games, south, north, draws, voids, truncated } = sums;
    const [first, second] = starter === 0 ? [south, north] : [north, south];
    const decided = first + second + draws;
    const names = ["South", "North"];
    const rows = [
      [`${names[starter]}, who starts, wins`, first],
      [`${names[1 - starter]} wins`, second],
      ["Draws", draws],
      ...(voids ? [["Void: the sowing never ends", voids]] : []),
      ...(truncated ? [["Cut short", truncated]] : []),
    ];
    this.status.textContent = this.sentence(first, draws, decided, games, asked);
    const table = make("table", "mw-table");
    const head = make("tr");
    for (const title of ["", "Games", "%", "95 % interval"]) {
      const cell = make("th", "", title);
      cell.scope = "col";
      if (!title) cell.append(make("span", "mw-unseen", "Result"));
      head.append(cell);
    }
    table.append(head);
    for (const [title, n] of rows) {
      const row = make("tr");
      const name = make("th", "", title);
      name.scope = "row";
      row.append(name, make("td", "", n.toLocaleString("en")));
      row.append(make("td", "", percent(n / games)), make("td", "", interval(wilson(n, games))));
      table.append(row);
    }
    const length = (sums.plies / games).toFixed(1);
    const facts = make("p", "", `A game lasts ${length} actions on average.`);
    this.result.replaceChildren(table, facts, this.recipe(games, asked));
  }

  sentence(first, draws, decided, games, asked) {
    const played = `${games.toLocaleString("en")} games.`;
    if (!decided) return `${played} None was won, lost or drawn.`;
    const [share, around] = points(first, draws, decided);
    const scores = `Who starts scores ${percent(share)} % of the points (95 % interval: ${interval(around)}).`;
    return `${played} ${scores} ${verdict(around, asked)}`;
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
    const line = make("p", "mw-recipe", "The same games in Python: ");
    line.append(make("code", "", call));
    return line;
  }
}
