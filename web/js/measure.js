// What it is worth to move first: many games between two players who know nothing, counted.

import { make } from "./draw.js";
import { Stopped } from "./engine.js";
import { button, labelled, select, statusLine } from "./fields.js";

const NUMBERS = [1_000, 10_000, 100_000, 1_000_000];
const PACE = 200; // milliseconds between two reports
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
      labelled("Seed", this.seed),
      this.start,
      this.halt,
    );
    const words =
      "Does it help to move first? Two players of one kind play many games of the game on the " +
      "board, from its opening. Random takes any action, Greedy the one that gains most at once.";
    this.element.append(make("p", "", words), controls, this.bar, this.status, this.result);
    session.listen((what) => what === "view" && this.follow());
    this.bar.hidden = true;
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
      await this.count(Number(this.games.value), seed);
    } catch (error) {
      this.status.textContent = error instanceof Stopped ? "Stopped." : error.message;
    }
    this.start.disabled = false;
    this.halt.disabled = true;
    this.bar.hidden = true;
  }

  // Plays in parts that last as long as is between two reports.
  async count(most, seed) {
    const { spec: game } = this.session;
    const opening = await this.engine.ask({ do: "state", at: { game, actions: [] } });
    const sums = Object.fromEntries(SUMS.map((name) => [name, 0]));
    let count = 100;
    this.bar.max = most;
    while (sums.games < most) {
      const begun = performance.now();
      count = Math.min(count, most - sums.games);
      const games = { player: this.players.value, seed, from: sums.games, count };
      const tally = await this.engine.ask({ do: "playouts", game, games });
      for (const name of SUMS) sums[name] += tally[name];
      this.bar.value = sums.games;
      this.tell(sums, opening.to_move, seed);
      const pace = count / Math.max(1, performance.now() - begun);
      count = Math.max(1, Math.round(pace * PACE));
    }
  }

  tell(sums, starter, seed) {
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
    this.status.textContent = this.sentence(first, draws, decided, games);
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
    this.result.replaceChildren(table, facts, this.recipe(games, seed));
  }

  sentence(first, draws, decided, games) {
    const played = `${games.toLocaleString("en")} games.`;
    if (!decided) return `${played} None was won, lost or drawn.`;
    const [share, around] = points(first, draws, decided);
    const sure = around[0] > 0.5 ? "Moving first helps" : around[1] < 0.5 ? "Moving first harms" : "";
    const verdict = sure ? `${sure} ${this.players.selectedOptions[0].text}.` : "No clear advantage.";
    return `${played} Who starts scores ${percent(share)} % of the points (95 % interval: ${interval(around)}). ${verdict}`;
  }

  // How to play the same games with the Python package.
  recipe(games, seed) {
    const { rules } = this.session;
    const game = rules.text ? `mc.Rules.from_text("${rules.text.replaceAll('"', '\\"')}")` : "rules";
    const greedy = this.players.value === "greedy";
    const call = greedy
      ? `mc.match(${game}, "greedy", "greedy", ${games}, seed=${seed})`
      : `mc.playouts(${game}, ${games}, seed=${seed})`;
    const line = make("p", "mw-recipe", "The same games in Python: ");
    line.append(make("code", "", call));
    return line;
  }
}
