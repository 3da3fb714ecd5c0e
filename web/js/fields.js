// Controls with their labels. `words`: who knows the texts; `key`: of a text.

import { make } from "./draw.js";

export function button(words, key, press) {
  return words.put(plainButton("", press), key);
}

// A button whose text is the same in every language.
export function plainButton(text, press, className = "") {
  const element = make("button", `mw-button ${className}`.trim(), text);
  element.type = "button";
  element.addEventListener("click", press);
  return element;
}

export function labelled(words, key, control) {
  const label = make("label", "mw-field");
  label.append(words.put(make("span", "mw-label"), key), control);
  return label;
}

// `values`; `say(value)`: a function of the texts that gives the words of a value.
export function select(words, values, chosen, say) {
  const element = make("select");
  for (const value of values) {
    const option = words.put(make("option"), say(value));
    option.value = value;
    option.selected = value === chosen;
    element.append(option);
  }
  return element;
}

// A line that readers of the screen hear when it changes.
export function statusLine() {
  const line = make("p", "mw-status");
  line.setAttribute("role", "status");
  return line;
}
