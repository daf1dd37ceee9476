// Numbers of posts that add up: of days, of answers.

export const SUMMED = ["likes_count", "comments_count", "views_count", "shares_count"];

const tally = (posts, sumOf) => ({ posts, ...Object.fromEntries(SUMMED.map((field) => [field, sumOf(field)])) });

export const NONE = tally(0, () => ({ sum: 0, known: 0 }));

/** As the service says it: a sum that no program of JavaScript could hold exactly is `null`. */
function plus(one, other) {
  const sum = one === null || other === null ? null : one + other;
  return Number.isSafeInteger(sum) ? sum : null;
}

/** Both together. */
export const add = (one, other) => tally(one.posts + other.posts, (field) => ({ sum: plus(one[field].sum, other[field].sum), known: one[field].known + other[field].known }));

/** Groups of one key added up, in order of the keys; `keyOf` gives the key of one. */
export function regrouped(groups, keyOf = ({ key }) => key) {
  const found = new Map();
  for (const group of groups) found.set(keyOf(group), add(found.get(keyOf(group)) ?? NONE, group));
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, sums]) => ({ key, ...sums }));
}

/** An answer, and the one that goes on from it, as one. */
export function joined(newer, older) {
  return {
    ...older,
    total: add(newer.total, older.total),
    groups: regrouped([...newer.groups, ...older.groups]),
    page: { ...older.page, to_exclusive: newer.page.to_exclusive },
  };
}
