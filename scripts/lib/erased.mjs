// Erasing again what was erased, after a database of posts was restored as it had been before. The accounts list every erasure.

import { setTimeout as sleep } from "node:timers/promises";
import { call } from "./client.mjs";
import { Fault } from "./say.mjs";

/** The networks' numbers in the keys of authors, as src/platform.rs has them. */
const NUMBERS = { tiktok: 1, instagram: 2, x: 3, snapchat: 4, linkedin: 5 };
/** How often an erasure is sent that has not come to its end. */
const TRIES = 1_000;

/** An erasure of the list of changes: where it is sent, and its tombstone. Nothing for another change. */
export function erasure({ action, subject, at }) {
  const erased_at = Date.parse(at);
  if (action === "erase post") return { path: `/posts/${encodeURIComponent(subject)}`, tombstone: { key: `post ${subject}`, erased_at } };
  if (action !== "erase author") return null;
  const [network, name] = [subject.slice(0, subject.indexOf(" ")), subject.slice(subject.indexOf(" ") + 1)];
  const path = `/authors/${network}/${encodeURIComponent(name)}`;
  return { path, tombstone: { key: `author ${NUMBERS[network]}:${name}`, erased_at } };
}

/** Every erasure that the accounts know of, each once, the oldest first. */
export async function erasures({ url, secret }) {
  const all = new Map();
  for (let cursor = ""; ; ) {
    const answer = await call(`${url}/operator/v1/changes?limit=100${cursor && `&cursor=${cursor}`}`, { bearer: secret });
    if (answer.status !== 200) throw new Fault(`The changes could not be read: ${answer.status} ${answer.text.slice(0, 300)}`, { expected: "200" });
    const { changes, page } = answer.body.data;
    for (const one of changes.map(erasure).filter(Boolean)) all.set(one.path, one);
    if (!page.next_cursor) return [...all.values()].reverse();
    cursor = page.next_cursor;
  }
}

/** Erases again: how many posts that took away, and the tombstones of what is not there, which the service does not set. */
export async function eraseAgain({ url, secret }, all) {
  const absent = [];
  let posts = 0;
  for (const { path, tombstone } of all) {
    const erased = await insist(`${url}/operator/v1${path}`, secret);
    if (erased === null) absent.push(tombstone);
    else posts += erased;
  }
  return { posts, absent };
}

/** Sends an erasure until it is done: the posts that are gone; null where there are none and never were. */
async function insist(address, bearer) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await call(address, { method: "DELETE", bearer });
    if (answer.status === 200) return answer.body.data.erased;
    if (answer.status === 404) return null;
    if (answer.status !== 503 || attempt === TRIES) throw new Fault(`${address}: ${answer.status} ${answer.text.slice(0, 300)}`, { expected: "200 or 404" });
    await sleep(1_000 * Number(answer.headers["retry-after"] ?? 5));
  }
}
