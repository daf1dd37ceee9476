// Calls and credits by day: a drawing, and the same as a table.

import { el, svg } from "../dom.js";
import { count, day, number, short, shortened } from "./format.js";
import { table } from "./table.js";

const HEIGHT = 220;
const EDGE = { top: 12, right: 4, bottom: 26, left: 44 };
const FLOOR = HEIGHT - EDGE.bottom;

/** The least round number that four steps of reach the value. Calls are whole, so steps are, too. */
export function stepFor(value) {
  const least = Math.max(value, 4) / 4;
  const power = 10 ** Math.floor(Math.log10(least));
  const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((factor) => factor * power);
  return steps.find((step) => step >= least && Number.isInteger(step));
}

const told = ({ day: date, calls, credits }) => `${day(date)}: ${count(calls, "call")}, ${count(credits, "credit")}`;

const sum = (days, key) => days.reduce((total, one) => total + one[key], 0);

function bar(kind, x, width, height) {
  return svg("rect", { class: kind, x: x.toFixed(1), y: (FLOOR - height).toFixed(1), width: width.toFixed(1), height: height.toFixed(1), rx: Math.min(2, width / 3) });
}

function grid(step, scale, width) {
  return [0, 1, 2, 3, 4].map((n) => {
    const y = Math.round(FLOOR - n * step * scale) + 0.5;
    const line = svg("line", { class: n ? "grid" : "floor", x1: EDGE.left, x2: width - EDGE.right, y1: y, y2: y });
    return [line, svg("text", { class: "label", x: EDGE.left - 8, y: y + 4, "text-anchor": "end" }, short(n * step))];
  });
}

function columns(days, scale, width) {
  const slot = (width - EDGE.left - EDGE.right) / days.length;
  const every = slot < 14 ? 10 : 5;
  return days.map((one, index) => {
    const x = EDGE.left + index * slot;
    const thick = Math.max(2, slot * 0.36);
    const middle = x + slot / 2;
    const isNamed = (days.length - 1 - index) % every === 0;
    const anchor = index === days.length - 1 ? "end" : "middle";
    return svg(
      "g",
      { class: "column", "data-told": told(one) },
      svg("rect", { class: "hit", x: x.toFixed(1), y: EDGE.top, width: slot.toFixed(1), height: FLOOR - EDGE.top }),
      bar("calls", middle - thick, thick, one.calls * scale),
      bar("credits", middle, thick, one.credits * scale),
      isNamed && svg("text", { class: "label", x: anchor === "end" ? x + slot : middle, y: HEIGHT - 6, "text-anchor": anchor }, shortened(one.day)),
    );
  });
}

/** Drawn for the width that there is, so that texts keep their size. */
function drawing(days, width) {
  const step = stepFor(Math.max(...days.flatMap(({ calls, credits }) => [calls, credits])));
  const scale = (FLOOR - EDGE.top) / (step * 4);
  const label = `Bar chart: ${count(sum(days, "calls"), "call")} and ${count(sum(days, "credits"), "credit")} from ${day(days[0].day)} to ${day(days.at(-1).day)}. The table below has the numbers.`;
  return svg("svg", { role: "img", "aria-label": label, width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}` }, grid(step, scale, width), columns(days, scale, width));
}

const key = (kind, name, total) => el("li", {}, el("span", { class: `key ${kind}` }), `${name} `, el("b", {}, number(total)));

/** What a day had, for who points at it; to others the table says the same. */
function follow(plot, line) {
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

const empty = () => el("p", { class: "empty" }, "No calls yet. The ", el("a", { href: "/dashboard/quick-start" }, "quick start"), " has the first one ready to paste.");

/** Fills `place` with the usage of these days, oldest first. */
export function usageChart(place, days) {
  const [calls, credits] = [sum(days, "calls"), sum(days, "credits")];
  if (!calls && !credits) return place.replaceChildren(empty(), usageTable(days));
  const plot = el("div", { class: "plot" });
  const line = el("p", { class: "note", "aria-hidden": "true" }, "Days are in UTC. Point at a day for its numbers.");
  const keys = el("ul", { class: "keys" }, key("calls", "Calls", calls), key("credits", "Credits", credits));
  place.replaceChildren(el("div", { class: "over" }, keys, line), plot, usageTable(days));
  new ResizeObserver(([{ contentRect }]) => contentRect.width && plot.replaceChildren(drawing(days, Math.floor(contentRect.width)))).observe(plot);
  follow(plot, line);
}
