// The board as a widget of a notebook: anywidget takes the default export.

import { render } from "./board.js";

export default { render };
