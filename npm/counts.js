// Numbers of posts: the first answer as a promise, all of them one after the other, and all of them added up.

import { Lazy, walk } from "./lazy.js";
import { given, withOptions } from "./options.js";

/** The counts whose sums an answer has. */
const SUMMED = ["likes_count", "comments_count", "views_count", "shares_count"];
/** The groups that are in order of time. */
const OF_TIME = ["day", "week", "month"];

export class Counts extends Lazy {
  #ask;
  #options;

  constructor(ask, options) {
    super(() => ask(options));
    this.#ask = ask;
    this.#options = options;
  }

  async *pages() {
    const { cursor } = given(this.#options);
    yield* walk((at) => this.#ask(withOptions(this.#options ?? {}, { cursor: at })), cursor ?? undefined, ({ page }) => page.next_cursor);
  }

  async all() {
    const answers = [];
    for await (const answer of this.pages()) answers.push(answer);
    return added(answers);
  }
}

/** Several answers, newest first, as one. */
function added(answers) {
  const [newest, oldest] = [answers[0], answers.at(-1)];
  const { query } = newest;
  const groups = new Map();
  for (const { key, ...tally } of answers.flatMap(({ groups }) => groups)) groups.set(key, sum([groups.get(key), tally]));
  const ordered = [...groups].map(([key, tally]) => ({ key, ...tally })).sort(order(query.group_by));
  const most = query.top ?? ordered.length;
  const left = [...answers.map(({ others }) => others), ...ordered.slice(most).map(({ key: _, ...tally }) => tally)];
  return {
    total: sum(answers.map(({ total }) => total)),
    groups: ordered.slice(0, most),
    others: sum(left),
    page: { ...oldest.page, to_exclusive: newest.page.to_exclusive },
    query,
    credits: { charged: answers.reduce((charged, { credits }) => charged + credits.charged, 0), remaining: oldest.credits.remaining },
    requestId: oldest.requestId,
  };
}

/** Tallies added up; `null` if there are none. */
function sum(tallies) {
  const given = tallies.filter(Boolean);
  if (given.length < 2) return given[0] ?? null;
  const total = { posts: given.reduce((posts, tally) => posts + tally.posts, 0) };
  for (const name of SUMMED) {
    const [sums, known] = [given.map((tally) => tally[name].sum), given.reduce((known, tally) => known + tally[name].known, 0)];
    total[name] = { sum: sums.reduce(plus), known };
  }
  return total;
}

/** A sum that a number does not hold exactly is `null`, as the service says it. */
const plus = (one, other) => (one === null || other === null || !Number.isSafeInteger(one + other) ? null : one + other);

/** The service's order of groups. */
function order(groupBy) {
  if (OF_TIME.includes(groupBy)) return (one, other) => compare(one.key, other.key);
  return (one, other) => other.posts - one.posts || (one.key === null) - (other.key === null) || compare(one.key, other.key);
}

/** Compares texts by their code points, as their bytes in UTF-8 compare. */
function compare(one, other) {
  const [ours, theirs] = [[...one], [...other]];
  const at = ours.findIndex((c, place) => c !== theirs[place]);
  if (at < 0) return ours.length - theirs.length;
  return ours[at].codePointAt(0) - (theirs[at]?.codePointAt(0) ?? -1);
}
