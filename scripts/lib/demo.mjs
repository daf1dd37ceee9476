// What a first start puts into the empty databases: an account to call with, and posts to find.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { fillPosts, findAccount, loadPosts, makeAccount } from "./client.mjs";
import { inRoot } from "./paths.mjs";
import { task, warn } from "./say.mjs";

const ACCOUNT = { name: "Demo", email: "demo@example.com", company: "Example Ltd", credits: 1_000_000 };
const POSTS = 5_000;
/** How many posts a call may load. */
const A_CALL = 1_000;
const MOST_BYTES = 64 << 20;

/** Sees to a demo account whose token works. Returns its test token, which its owner may have replaced since. */
export async function ensureAccount(url, { kept, save }) {
  // The operator asks, not the account: its calls of this minute are its user's.
  const find = () => findAccount(url, kept.operator_secret, kept.account_email);
  const account = kept.api_token && (await find());
  if (account?.token && kept.api_token.endsWith(account.token.last_four)) {
    hint(account);
    return account.test_token;
  }
  if (kept.api_token) warn(`the token of ${kept.account_email} no longer works (it was replaced or revoked): making a new one`);
  kept.account_email ??= ACCOUNT.email;
  kept.api_token = await makeAccount(url, kept.operator_secret, { ...ACCOUNT, email: kept.account_email });
  save();
  return (await find()).test_token;
}

function hint({ status, email, balance }) {
  if (status === "active") balanceHint(balance.current);
  else warn(`the account ${email} is not active: calls with its token are refused`);
}

function balanceHint(credits) {
  if (credits < 1) warn("the demo account has no credits left; `npm run postern -- account --help` says how to grant some");
}

/** Fills posts that an earlier version loaded with what filters have compared since. */
export async function ensureFilled(url, state) {
  while (await fillPosts(url, state.kept.operator_secret));
}

/** The sample of the site: posts that read like posts, the newest of the demo among them. */
const writtenPosts = () => linesOf(readFileSync(inRoot("www", "sample.ndjson"), "utf8"));

/** As many posts as `program` is asked for, so that there are several pages of everything. */
async function generatedPosts(program, count) {
  const { stdout } = await promisify(execFile)(program, [String(count)], { maxBuffer: MOST_BYTES });
  return linesOf(stdout);
}

const linesOf = (text) => text.trimEnd().split("\n");

/**
 * Loads the posts of the demo, once in the life of a state folder: posts that were erased since stay erased.
 *
 * @param {string} program what invents most of them
 */
export async function ensureSample(url, state, program) {
  if (state.kept.sample_loaded) return;
  const running = task(`Loading ${POSTS.toLocaleString("en")} invented posts`);
  try {
    const written = writtenPosts();
    const posts = [...written, ...(await generatedPosts(program, POSTS - written.length))];
    for (let from = 0; from < posts.length; from += A_CALL) await loadPosts(url, state.kept.operator_secret, posts.slice(from, from + A_CALL));
  } catch (error) {
    running.fail();
    throw error;
  }
  running.done();
  state.kept.sample_loaded = true;
  state.save();
}
