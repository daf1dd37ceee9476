// How far pages are from the cheapest way to them.

import { named } from "./data.mjs";

/** So many pages in 100 have to stay within so many times the rows of the cheapest way, and so many rows more. */
const LIMITS = [
  { times: 2, more: 300, least: 98 },
  { times: 3, more: 400, least: 99.9 },
  { times: 6, more: 400, least: 100 },
];

/** The figures and their bars. */
export const WITHIN = LIMITS.map(({ times, more, least }) => [`pages within ${times} x cheapest + 4 x (limit + 1) + ${more} rows`, { least, unit: "%" }]);

export const percent = (part, whole) => (100 * part) / whole;

/**
 * Adds the figures of pages.
 *
 * @param {object[]} pages each with `read`, `cheapest`, `limit`, and with the `group` that it belongs to
 * @param {(page: object) => string} described
 */
export function addWithin(figures, part, pages, described) {
  for (const [index, { times, more }] of LIMITS.entries()) {
    const isWithin = ({ read, cheapest, limit }) => read <= times * cheapest + 4 * (limit + 1) + more;
    const excess = ({ read, cheapest, limit }) => (read - 4 * (limit + 1) - more) / cheapest;
    const over = pages.filter((page) => !isWithin(page)).sort((one, other) => excess(other) - excess(one));
    const [name, bar] = WITHIN[index];
    figures.add(part, {
      name,
      bar,
      value: percent(pages.length - over.length, pages.length),
      spread: worstGroup(pages, isWithin),
      note: over.length > 0 ? `${over.length} of ${named(pages.length)} are over; the worst: ${described(over[0])}` : `${named(pages.length)} pages`,
    });
  }
}

/** The group with the fewest pages within a limit. */
function worstGroup(pages, isWithin) {
  const groups = Object.entries(Object.groupBy(pages, ({ group }) => group));
  if (groups.length < 2) return "";
  const shares = groups.map(([group, of]) => [percent(of.filter(isWithin).length, of.length), group]);
  const [[share, group]] = shares.sort(([one], [other]) => one - other);
  return `from ${share.toFixed(1)} (${group})`;
}
