// The drawings of the navigation: lines in a square of 20, in the colour of the text.

import { svg } from "../dom.js";

const LINES = {
  overview: "M3 17h14M5 14v-4M10 14V4M15 14V8",
  token: "M12.5 3.5a4 4 0 1 1-3.6 5.8L3 15.2V17h3v-2h2v-2l1.9-1.9M13.5 7.4v.2",
  buy: "M3 5.5h14v9H3zM3 9h14M6 12h3",
  ledger: "M5 3h10v14l-2.5-1.6L10 17l-2.5-1.6L5 17zM8 7h4M8 10.5h4",
  "quick-start": "M3 4h14v12H3zM6 8l2.5 2L6 12M10.5 12.5H14",
  settings: "M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4",
  outbox: "M3 5h14v10H3zM3.5 5.5 10 11l6.5-5.5",
  docs: "M10 5.5C8 4 5.5 4 3 4.5v11c2.5-.5 5-.5 7 1 2-1.5 4.5-1.5 7-1v-11c-2.5-.5-5-.5-7 1zv11",
  out: "M8 4H4v12h4M9 10h8M14 7l3 3-3 3",
  menu: "M3 6h14M3 10h14M3 14h14",
};

/** A drawing by its name; it says nothing by itself, so a text stands beside it. */
export const icon = (name) =>
  svg("svg", { class: "icon", viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": "true" }, svg("path", { d: LINES[name] }));
