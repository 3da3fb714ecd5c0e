// What can be chosen: games, their options, and players; as python/mancalab/widget/setup.py and
// players.py have them.

// Options shown at once, in this order; the others stand under "More rules".
const MAIN = [
  "seeds",
  "columns",
  "symmetric",
  "capture",
  "replay",
  "continue_sowing",
  "empty_capture",
];

// Options that another one of the same game says too.
const TWINS = {
  relay: "continue_sowing",
  capture_needs_opposite: "empty_capture",
  cross_capture: "capture",
};

export const MANUAL = "manual";

// The players by name: the one behind each level from Beginner to Master, as the engine takes them.
const LEVELS = [
  ["Random", "random"],
  ["Greedy", "greedy"],
  ...[2, 4, 6, 8].map((depth) => [`AlphaBeta(${depth})`, { alphabeta: { depth } }]),
];

// Who may take a side: { name, manual, mind (as the engine takes it) }.
export const PLAYERS = Object.fromEntries([
  [MANUAL, { name: MANUAL, manual: true }],
  ...LEVELS.map(([name, mind]) => [name, { name, manual: false, mind }]),
]);

// Name, label and group of every player.
function playerChoices(texts) {
  const level = ([name], index) => [
    name,
    `${texts[`level.${index + 1}`]} · ${name}`,
    texts.levels,
  ];
  return [[MANUAL, texts.manual, texts.people], ...LEVELS.map(level)];
}

function optionView(option, texts) {
  const { name } = option;
  const found = {
    name,
    label: texts[`option.${name}`] ?? name.replaceAll("_", " "),
    about: option.about,
    value: option.value,
    main: name === "start" || MAIN.includes(name),
    or_none: option.or_none,
    type: option.type,
  };
  if (option.type === "number") {
    const [least, most] = option.allowed;
    return { ...found, least, most };
  }
  if (option.type === "flag") return found;
  const text = (value) => texts[`value.${name}.${value}`] ?? texts[`value.${value}`] ?? value;
  return { ...found, values: option.offered.map((value) => [value, text(value)]) };
}

function optionNames(rules) {
  const there = rules.options.map((option) => option.name);
  const main = ["start", ...MAIN.filter((name) => there.includes(name))];
  const twins = Object.keys(TWINS).filter((twin) => there.includes(TWINS[twin]));
  return [...main, ...there.filter((name) => !main.includes(name) && !twins.includes(name))];
}

// Everything that can be chosen, and what is. `games`: [name, title] of each.
export function setupView(rules, games, players, texts) {
  const option = (name) => rules.options.find((found) => found.name === name);
  const means = ({ type, offered }) => type === "number" || offered.length > 1;
  return {
    games,
    game: rules.name,
    options: optionNames(rules)
      .map(option)
      .filter(means)
      .map((found) => optionView(found, texts)),
    players: playerChoices(texts),
    chosen: players.map(({ name }) => name),
  };
}
