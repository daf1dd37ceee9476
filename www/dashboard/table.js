// Tables that become lists of named values where they would not fit.

import { el } from "../dom.js";

/**
 * A table; a heading that ends in # is of numbers. The roles are those it has anyhow: some browsers forget them when
 * the style is no longer a table's.
 */
export function table(label, head, rows = []) {
  const columns = head.map((text) => ({ text: text.replace("#", ""), class: text.endsWith("#") && "number" }));
  const header = columns.map(({ text, class: kind }) => el("th", { role: "columnheader", scope: "col", class: kind }, text));
  const body = el("tbody", { role: "rowgroup" });
  const whole = el("table", { role: "table", "aria-label": label }, el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, header)), body);
  whole.add = (more) => {
    for (const row of more) {
      const cells = columns.map(({ text, class: kind }, index) => el("td", { role: "cell", class: kind, "data-head": text }, el("div", {}, row[index])));
      body.append(el("tr", { role: "row" }, cells));
    }
  };
  whole.count = () => body.rows.length;
  whole.add(rows);
  return whole;
}
