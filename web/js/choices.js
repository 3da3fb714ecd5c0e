// What can be chosen: games, their options, and players; as python/mancalab/widget/setup.py and
// players.py have them.

import { HUMAN, LEARNT, LEVELS, MAIN, MANUAL, TWINS } from "./constants.js";
import { networkFor } from "./networks.js";

// Who may take a side: { name, manual, word (in records), mind (as the engine takes it) }.
export const PLAYERS = Object.fromEntries([
  [MANUAL, { name: MANUAL, manual: true, word: HUMAN }],
  ...[...LEVELS, LEARNT].map(([name, word, mind]) => [name, { name, manual: false, word, mind }]),
]);

// Name, label and group of every player; a trained network is among them where one comes for the
// game.
function playerChoices(rules, texts) {
  const [learnt] = LEARNT;
  const level = ([name], index) => [
    name,
    `${texts[`level.${index + 1}`]} · ${name}`,
    texts.levels,
  ];
  const agents = networkFor(rules) ? [[learnt, learnt, texts.agents]] : [];
  return [[MANUAL, texts.manual, texts.people], ...LEVELS.map(level), ...agents];
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
  const several = ([least, most]) => least < most;
  const means = ({ type, offered, allowed }) =>
    type === "number" ? several(allowed) : offered.length > 1;
  return {
    games,
    game: rules.name,
    options: optionNames(rules)
      .map(option)
      .filter(means)
      .map((found) => optionView(found, texts)),
    players: playerChoices(rules, texts),
    chosen: players.map(({ name }) => name),
  };
}
