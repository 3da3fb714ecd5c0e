// Panels of which one is shown, chosen by tabs; arrow keys go from tab to tab.

import { make } from "./draw.js";

export class Tabs {
  // `panels`: [name, key of its title, element]; `show(name)` is called when another one is shown.
  constructor(words, label, panels, show) {
    this.panels = panels;
    this.show = show;
    this.element = make("div", "mw-tabs");
    this.list = make("div", "mw-tab-list");
    this.list.setAttribute("role", "tablist");
    words.name(this.list, label);
    this.tabs = panels.map(([name, title, panel]) => this.tab(name, words.put(make("button"), title), panel));
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.element.append(this.list, ...panels.map(([, , panel]) => panel));
    this.choose(0);
  }

  tab(name, tab, panel) {
    Object.assign(tab, { className: "mw-tab", type: "button" });
    tab.id = `tab-${name}`;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", `panel-${name}`);
    tab.addEventListener("click", () => this.choose(this.tabs.indexOf(tab)));
    panel.id = `panel-${name}`;
    panel.classList.add("mw-panel");
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    panel.tabIndex = 0;
    this.list.append(tab);
    return tab;
  }

  choose(chosen, focus = false) {
    this.tabs.forEach((tab, index) => {
      const here = index === chosen;
      tab.setAttribute("aria-selected", String(here));
      tab.tabIndex = here ? 0 : -1;
      this.panels[index][2].hidden = !here;
    });
    if (focus) this.tabs[chosen].focus();
    this.chosen = chosen;
    this.show(this.panels[chosen][0]);
  }

  key(event) {
    const last = this.tabs.length - 1;
    const to = {
      ArrowLeft: this.chosen === 0 ? last : this.chosen - 1,
      ArrowRight: this.chosen === last ? 0 : this.chosen + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.choose(to, true);
  }
}
