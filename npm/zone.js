// Time zones as the platform knows them: its database is not needed twice.

const FIRST = Date.UTC(2003, 0);
const LAST = Date.UTC(2040, 0);
/** In less time than this, no clock is set twice. */
const STEP = 10 * 24 * 3_600_000;

/** When the clocks of a zone are set and how far ahead of UTC they are then, one after the other; `undefined` if there is no such zone. */
export function shifts(name) {
  let format;
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: name, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" });
  } catch {
    return undefined;
  }
  const ahead = (time) => {
    const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second) - time;
  };
  const found = [FIRST, ahead(FIRST)];
  for (let from = FIRST; from < LAST; from += STEP) {
    if (ahead(from + STEP) !== found.at(-1)) found.push(...shift(ahead, from, from + STEP));
  }
  return new Float64Array(found);
}

/** The first second of a range in which a clock is set, and what it is set to. */
function shift(ahead, from, to) {
  const before = ahead(from);
  while (to - from > 1_000) {
    const middle = from + Math.floor((to - from) / 2_000) * 1_000;
    if (ahead(middle) === before) from = middle;
    else to = middle;
  }
  return [to, ahead(to)];
}
