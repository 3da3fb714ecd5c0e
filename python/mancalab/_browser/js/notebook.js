// The board as a widget of a notebook: anywidget takes the default export.

import { render } from "./board.js";
import { NotebookModel } from "./model.js";

export default { render: ({ model, el }) => render(new NotebookModel(model), el) };
