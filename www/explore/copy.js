// The copy of posts that this browser keeps: made and brought up to date by calls of the service, and asked without any.

import { clientOf, keptUnlessFailed } from "./clients.js";

const NAME = "explorer";
/** Where its filter stands, by which it is opened again. */
const FILTER = "explorer-copy";

/** What makes the copy's calls: that of the token which is in use when it is brought up to date. */
let client;
const live = { changes: (options) => client.changes(options) };

/** The filter in memory, for browsers that store nothing. */
let filter = stored();
let opening;

function stored() {
  try {
    return JSON.parse(localStorage.getItem(FILTER)) ?? undefined;
  } catch {
    return undefined;
  }
}

function store(value) {
  filter = value;
  try {
    if (value) localStorage.setItem(FILTER, JSON.stringify(value));
    else localStorage.removeItem(FILTER);
  } catch {
    // Nothing is stored here: the copy is gone with the page, and so may this be.
  }
}

/** Which posts the copy has; undefined where none is kept. */
export const copyFilter = () => filter;

async function open() {
  const { Replica } = await import("/package/replica/index.js");
  return Replica.open(NAME, { client: live, filter });
}

/** The copy; undefined where none is kept. */
export function openCopy() {
  if (!filter) return undefined;
  return (opening ??= keptUnlessFailed(open(), () => (opening = undefined)));
}

/** Begins a copy of the posts that all of a filter holds for. */
export function beginCopy(ofPosts) {
  store(ofPosts);
  return openCopy();
}

/** Brings the copy up to date. */
export async function syncCopy(options) {
  client = await clientOf("live");
  return (await openCopy()).sync(options);
}

export async function deleteCopy() {
  const copy = await openCopy();
  store(undefined);
  opening = undefined;
  await copy?.delete();
}
