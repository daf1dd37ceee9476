// What came of counting: totals, the time that they are of, and the chart of days.

import { count, number } from "../dashboard/format.js";
import { el } from "../dom.js";
import { json } from "../posts/json.js";
import { instant } from "../posts/when.js";
import { bars, sumText } from "./bars.js";
import { fittingUnits, UNITS } from "./periods.js";
import { joined } from "./tally.js";

const NAMES = [["likes_count", "Likes"], ["comments_count", "Comments"], ["views_count", "Views"], ["shares_count", "Shares"]];

const figure = (name, value, note) => el("div", {}, el("dt", {}, name), el("dd", {}, value, note && el("small", {}, note)));

/** The totals; a sum is of the posts whose number is known. */
function figures(total) {
  const sums = NAMES.map(([field, name]) => figure(name, sumText(total[field]), `known for ${number(total[field].known)} of ${number(total.posts)}`));
  return el("dl", { class: "figures" }, figure("Posts", number(total.posts)), sums);
}

/** The time that the answers cover. A day that was only counted in part is a part of the chart, too. */
function span({ from, to_exclusive: end, has_more: hasMore }) {
  const start = from ? ["from ", instant(from, " UTC")] : "from the first post";
  const covered = ["Counted ", start, end ? [" to before ", instant(end, " UTC"), "."] : " until now."];
  return el("p", { class: "note span" }, covered, hasMore && el("b", {}, " Older posts may follow. They are not in these numbers yet."));
}

function unitChoice(units, chosen, change) {
  const radio = (unit) => el("label", {}, el("input", { type: "radio", name: "unit", value: unit, checked: unit === chosen, change: () => change(unit) }), el("span", {}, UNITS[unit].name));
  return el("fieldset", { class: "segments" }, el("legend", { class: "unseen" }, "A bar is"), units.map(radio));
}

/** The chart with its choice of units: of those that fit, the one that was `wished` for before, or the smallest. */
function chart(groups, wished, chosen) {
  const units = fittingUnits(groups[0].key, groups.at(-1).key);
  const unit = units.includes(wished) ? wished : units[0];
  const place = el("div", { class: "chart" }, bars(groups, unit));
  const choice = unitChoice(units, unit, (next) => {
    chosen(next);
    place.replaceChildren(...bars(groups, next));
  });
  return [choice, place];
}

const asJson = ({ credits, requestId, ...data }) => el("details", {}, el("summary", {}, "Show the latest answer as JSON"), json({ success: true, data }));

function said({ total, groups, page }) {
  const counted = total.posts > 0 ? `${count(total.posts, "post")} on ${count(groups.length, "day")}` : "No posts";
  return `${counted}${page.has_more ? ", and older ones may follow." : "."}`;
}

/**
 * Shows counts by day in `result`, and adds up those of answers that go on. `older` is called with what asks for the posts before
 * those.
 */
export function makeDays(result, older) {
  let sofar;
  /** The unit that was chosen. */
  let unit;

  function ways({ has_more: hasMore, next_cursor: cursor }, asked) {
    if (!hasMore) return [];
    const price = asked.on === "live" && el("span", { class: "note" }, "charged as one more page");
    return [el("button", { type: "button", class: "primary", click: () => older({ ...asked, cursor }) }, "Count older posts"), price];
  }

  const drawn = (groups) => (groups.length > 0 ? chart(groups, unit, (next) => (unit = next)) : []);

  return {
    /** Shows an answer, or adds one that goes on to those before it; without an answer, says why none came. */
    show(answer, how, asked, error) {
      if (answer) sofar = asked.cursor ? joined(sofar, answer) : answer;
      const { total, groups, page } = sofar;
      const about = { ...how, status: error?.status, ...answer };
      result.drawn(said(sofar), [figures(total), span(page), ...drawn(groups), answer && asJson(answer)], about, ways(page, asked), error);
    },
  };
}
