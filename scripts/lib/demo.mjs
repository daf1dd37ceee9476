// What a first start puts into the empty databases: an account to call with, and posts to find.

import { findAccount, makeAccount } from "./client.mjs";
import { launch, lines } from "./run.mjs";
import { Fault, task, warn } from "./say.mjs";

const ACCOUNT = { name: "Demo", email: "demo@example.com", company: "Example Ltd", credits: 1_000_000 };
const SAMPLE_POSTS = 5_000;

/** Sees to a demo account whose token works. */
export async function ensureAccount(url, state) {
  const { kept, save } = state;
  const before = kept.api_token;
  if (before) {
    // The operator asks, not the account: its calls of this minute are its user's.
    const account = await findAccount(url, kept.operator_secret, kept.account_email);
    if (account?.token && before.endsWith(account.token.last_four)) {
      if (account.status === "active") return balanceHint(account.balance.current);
      return warn(`the account ${kept.account_email} is not active: calls with its token are refused`);
    }
    warn(`the token of ${kept.account_email} no longer works (it was replaced or revoked): making a new one`);
  }
  const email = kept.account_email ?? ACCOUNT.email;
  kept.api_token = await makeAccount(url, kept.operator_secret, { ...ACCOUNT, email });
  kept.account_email = email;
  save();
}

function balanceHint(credits) {
  if (credits < 1) warn("the demo account has no credits left; `npm run postern -- account --help` says how to grant some");
}

/** Loads the sample, once in the life of a state folder: posts that were erased since stay erased. */
export async function ensureSample(url, state, cli) {
  if (state.kept.sample_loaded) return;
  const running = task(`Loading ${SAMPLE_POSTS.toLocaleString("en")} invented posts`);
  const env = { ...process.env, POSTERN_OPERATOR_SECRET: state.kept.operator_secret };
  const source = launch(cli, ["sample", String(SAMPLE_POSTS)], { env });
  const target = launch(cli, ["import", "-", "--url", url], { env, stdio: ["pipe", "pipe", "pipe"] });
  target.stdin.on("error", () => {}); // an importer that ends early says why itself
  source.stdout.pipe(target.stdin);
  const written = [];
  for (const stream of [source.stderr, target.stdout, target.stderr]) lines(stream, (line) => written.push(line));
  const codes = [(await source.ended).code, (await target.ended).code];
  if (codes.some((code) => code !== 0)) {
    running.fail();
    throw new Fault("The sample could not be loaded.", {
      output: written.join("\n"),
      expected: `\`postern sample ${SAMPLE_POSTS} | postern import -\` to end with exit code 0, not ${codes.join(" and ")}`,
    });
  }
  running.done();
  state.kept.sample_loaded = true;
  state.save();
}

