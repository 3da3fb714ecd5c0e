// Controls with their labels.

import { make } from "./draw.js";

export function button(text, press, className = "") {
  const element = make("button", `mw-button ${className}`.trim(), text);
  element.type = "button";
  element.addEventListener("click", press);
  return element;
}

export function labelled(text, control) {
  const label = make("label", "mw-field");
  label.append(make("span", "mw-label", text), control);
  return label;
}

// `values`: [value, text] of each.
export function select(values, chosen) {
  const element = make("select");
  for (const [value, text] of values) {
    const option = make("option", "", text);
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
