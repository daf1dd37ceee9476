// Posts by day, week, month or year: a drawing, and the same as a table.

import { bar, column, drawing, follow, heights, SLOT, stepFor } from "../dashboard/chart.js";
import { count, number } from "../dashboard/format.js";
import { table } from "../dashboard/table.js";
import { el } from "../dom.js";
import { periodsBetween, UNITS } from "./periods.js";
import { NONE, regrouped, SUMMED } from "./tally.js";

const WIDTH = 8;
/** How many bars have names. */
const NAMED = 6;

/** A sum as text: how many of the posts it is of stands beside it. */
export function sumText({ sum, known }) {
  if (known === 0) return "unknown";
  return sum === null ? "over 9 quadrillion" : number(sum);
}

/** The numbers of every period from the first to the last, those without posts among them. */
function filled(groups, unit) {
  const keys = periodsBetween(unit, groups[0].key, groups.at(-1).key);
  const known = new Map(regrouped(groups, ({ key }) => UNITS[unit].of(key)).map((group) => [group.key, group]));
  return keys.map((key) => known.get(key) ?? { key, ...NONE });
}

/** Some bars are named, the last one among them; where there is little room, every second of these. */
function names(periods, unit) {
  const step = Math.ceil(periods.length / NAMED);
  const isOneYear = periods[0].key.slice(0, 4) === periods.at(-1).key.slice(0, 4);
  const name = ({ key }) => (isOneYear ? UNITS[unit].short(key) : UNITS[unit].dated(key));
  const spans = periods.map((period, index) => {
    const back = periods.length - 1 - index;
    return el("span", { class: back % (2 * step) && "minor" }, back % step ? "" : name(period));
  });
  return el("div", { class: "names", "aria-hidden": "true" }, spans);
}

function plot(periods, unit) {
  const { full } = UNITS[unit];
  const step = stepFor(Math.max(...periods.map(({ posts }) => posts)));
  const label = `Bar chart of posts: ${count(periods.length, "bar")}, ${full(periods[0].key)} to ${full(periods.at(-1).key)}. The table below has the numbers.`;
  const columns = periods.map(({ key, posts }, index) => column(index, `${full(key)}: ${count(posts, "post")}`, bar("calls", index * SLOT + (SLOT - WIDTH) / 2, (posts / (step * 4)) * 100, WIDTH)));
  return { columns, whole: el("div", { class: "plot" }, heights(step), drawing(label, columns), names(periods, unit)) };
}

const MOVES = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** Goes from bar to bar by the keys, and tells of each as pointing does. */
function walk(place, columns, line) {
  let at = columns.length;
  place.addEventListener("keydown", (event) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    columns[at]?.classList.remove("current");
    at = Math.min(Math.max(at + move, 0), columns.length - 1);
    columns[at].classList.add("current");
    line.textContent = columns[at].dataset.told;
  });
}

const HEAD = ["Posts#", "Likes#", "Comments#", "Views#", "Shares#"];

/** The same numbers, newest first; a sum says of how many posts it is known. */
function periodTable(periods, unit) {
  const cell = (sums) => [sumText(sums), el("small", {}, `of ${number(sums.known)}`)];
  const rows = periods.filter(({ posts }) => posts > 0).toReversed().map((one) => [UNITS[unit].full(one.key), number(one.posts), ...SUMMED.map((field) => cell(one[field]))]);
  const title = `${UNITS[unit].name} with posts, in UTC`;
  return el("details", {}, el("summary", {}, "Show as a table"), el("div", { class: "sheet", tabindex: "0", role: "region", "aria-label": title }, table(title, [UNITS[unit].one, ...HEAD], rows)));
}

/** A chart of these groups of days by a unit, its table included. */
export function bars(groups, unit) {
  const periods = filled(groups, unit);
  const { whole, columns } = plot(periods, unit);
  const line = el("p", { class: "note", role: "status" }, "Days are in UTC. Point at a bar for its numbers, or use the arrow keys.");
  const place = el("div", { class: "bars", tabindex: "0", role: "group", "aria-label": "Bars, oldest first; arrow keys lead from one to the next" }, whole);
  follow(place, line);
  walk(place, columns, line);
  return [line, place, periodTable(periods, unit)];
}
