// Where a copy stands: pure values.

import { documentOf } from "../lines.js";

/**
 * A copy that has nothing yet.
 *
 * @param before what it takes the place of: its numbers go on, so that other pages notice
 */
export const beginning = (filter, before) => ({
  filter,
  /** Which of two copies is read. */
  active: 0,
  /** Counts how often the copy was replaced as a whole. */
  epoch: (before?.epoch ?? 0) + 1,
  /** Counts the steps. */
  version: (before?.version ?? 0) + 1,
  since: "0",
  size: 0,
  /** When a sync last came to its end; `null` before the first one did. */
  syncedAt: null,
  /** The `since` and size of the copy that is built anew. */
  building: null,
});

/**
 * What a page of changes does to a copy.
 *
 * @param isBuilding whether it is for the copy that is built anew, and `isFirst` whether that begins with it
 */
export function stepOf({ changes, page }, { isBuilding, isFirst }, at) {
  const [lines, removed] = [new Map(), new Set()];
  for (const { type, post, id } of changes) {
    lines.delete(type === "post" ? post.id : id);
    if (type === "post") {
      lines.set(post.id, documentOf(post));
      removed.delete(post.id);
    } else removed.add(id);
  }
  return { lines, removed: [...removed], since: page.next_since, isLast: !page.has_more, isBuilding, isFirst, at };
}

/** Where a copy stands after a step. `sizes` says by how many posts it and the one that is built anew have more. */
export function next(state, { since, isBuilding, isFirst, isLast, at }, sizes) {
  const after = { ...state, version: state.version + 1, size: state.size + sizes.active };
  if (!isBuilding) return { ...after, since, syncedAt: isLast ? at : state.syncedAt };
  const building = { since, size: (isFirst ? 0 : state.building.size) + sizes.building };
  if (!isLast) return { ...after, building };
  return { ...after, ...building, building: null, active: 1 - state.active, epoch: state.epoch + 1, syncedAt: at };
}
