// A model for the board that asks Python: traits of the widget, and messages to it.
export class NotebookModel {
  constructor(widget) {
    this.widget = widget;
  }

  get texts() {
    return this.widget.get("texts");
  }

  get view() {
    return this.widget.get("view");
  }

  get wishes() {
    return { speed: this.widget.get("speed"), counts: this.widget.get("counts") };
  }

  ask(request) {
    this.widget.send(request);
  }

  wish(name, value) {
    this.widget.set(name, value);
    this.widget.save_changes();
  }

  listen(hear) {
    const view = () => hear("view");
    const wishes = () => hear("wishes");
    const heard = { "change:view": view, "change:speed": wishes, "change:counts": wishes };
    for (const [name, one] of Object.entries(heard)) this.widget.on(name, one);
    return () => {
      for (const [name, one] of Object.entries(heard)) this.widget.off(name, one);
    };
  }
}
