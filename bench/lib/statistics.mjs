// Medians, quantiles, and random numbers that are the same each time.

/** The value below which a share of the values lies, between neighbours where it falls between them. */
export function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (values) => quantile(values, 0.5);

/**
 * The smallest value that at least a share of the values does not exceed: a value that really occurred, for bars such
 * as "99 in 100 at most".
 */
export function rank(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

/** The middle half of the values, which says how far repeated runs lie apart. */
export const quartiles = (values) => [quantile(values, 0.25), quantile(values, 0.75)];

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomness(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The same items in a random order. */
export function shuffled(items, random) {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}
