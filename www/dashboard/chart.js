// Calls and credits by day: a drawing, and the same as a table.

import { el, svg } from "../dom.js";
import { count, day, number, short, shortened } from "./format.js";
import { table } from "./table.js";

/** The drawing is stretched to the room there is: a day is as wide as this, of a height of 100. Texts stand around it. */
export const SLOT = 10;
const BAR = 3.6;

/** The least round number that four steps of reach the value. Calls are whole, so steps are, too. */
export function stepFor(value) {
  const least = Math.max(value, 4) / 4;
  const power = 10 ** Math.floor(Math.log10(least));
  const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((factor) => factor * power);
  return steps.find((step) => step >= least && Number.isInteger(step));
}

const told = ({ day: date, calls, credits }) => `${day(date)}: ${count(calls, "call")}, ${count(credits, "credit")}`;

const sum = (days, key) => days.reduce((total, one) => total + one[key], 0);

export const bar = (kind, x, height, width = BAR) => svg("rect", { class: kind, x, y: 100 - height, width, height });

/** A place in the drawing, with its bars, and what is told of it. */
export const column = (index, told, ...bars) => svg("g", { class: "column", "data-told": told }, svg("rect", { class: "hit", x: index * SLOT, y: 0, width: SLOT, height: 100 }), bars);

function dayColumn(one, index, top) {
  const middle = (index + 0.5) * SLOT;
  return column(index, told(one), bar("calls", middle - BAR, (one.calls / top) * 100), bar("credits", middle, (one.credits / top) * 100));
}

/** The columns on lines of height; the label says to screen readers what is drawn. */
export function drawing(label, columns) {
  const width = columns.length * SLOT;
  const lines = [0, 25, 50, 75, 100].map((y) => svg("line", { class: y === 100 ? "floor" : "grid", x1: 0, x2: width, y1: y, y2: y }));
  return svg("svg", { role: "img", "aria-label": label, viewBox: `0 0 ${width} 100`, preserveAspectRatio: "none" }, lines, columns);
}

function usageDrawing(days, top) {
  const label = `Bar chart: ${count(sum(days, "calls"), "call")} and ${count(sum(days, "credits"), "credit")} from ${day(days[0].day)} to ${day(days.at(-1).day)}. The table below has the numbers.`;
  return drawing(label, days.map((one, index) => dayColumn(one, index, top)));
}

export const heights = (step) => el("div", { class: "heights", "aria-hidden": "true" }, [4, 3, 2, 1, 0].map((n) => el("span", {}, short(n * step))));

/** Every fifth day is named, the last one among them; where there is little room, every tenth. */
function names(days) {
  const name = (back) => (back % 5 ? "" : shortened(days.at(-1 - back).day));
  const spans = days.map((_, index) => days.length - 1 - index).map((back) => el("span", { class: back % 10 && "minor" }, name(back)));
  return el("div", { class: "names", "aria-hidden": "true" }, spans);
}

function plotOf(days) {
  const step = stepFor(Math.max(...days.flatMap(({ calls, credits }) => [calls, credits])));
  return el("div", { class: "plot" }, heights(step), usageDrawing(days, step * 4), names(days));
}

const key = (kind, name, total) => el("li", {}, el("span", { class: `key ${kind}` }), `${name} `, el("b", {}, number(total)));

/** What a place of the drawing has, for who points at it; to others the table says the same. */
export function follow(plot, line) {
  const rest = line.textContent;
  const tell = ({ target }) => {
    line.textContent = target.closest(".column")?.dataset.told ?? rest;
  };
  plot.addEventListener("pointermove", tell);
  plot.addEventListener("pointerdown", tell); // where there is nothing to hover with
  plot.addEventListener("pointerleave", () => {
    line.textContent = rest;
  });
}

function usageTable(days) {
  const rows = days.toReversed().map((one) => [el("time", { datetime: one.day }, day(one.day)), number(one.calls), number(one.credits)]);
  return el("details", {}, el("summary", {}, "Show as a table"), table("Usage by day", ["Day (UTC)", "Calls#", "Credits#"], rows));
}

const empty = () => el("p", { class: "empty" }, "No calls yet. Those with the test token are not counted. The ", el("a", { href: "/dashboard/quick-start" }, "quick start"), " has the first one ready to paste.");

/** Fills `place` with the usage of these days, oldest first. */
export function usageChart(place, days) {
  const [calls, credits] = [sum(days, "calls"), sum(days, "credits")];
  if (!calls && !credits) return place.replaceChildren(empty(), usageTable(days));
  const plot = plotOf(days);
  const line = el("p", { class: "note", "aria-hidden": "true" }, "Days are in UTC. Point at a day for its numbers.");
  const keys = el("ul", { class: "keys" }, key("calls", "Calls", calls), key("credits", "Credits", credits));
  place.replaceChildren(el("div", { class: "over" }, keys, line), plot, usageTable(days));
  follow(plot, line);
}
