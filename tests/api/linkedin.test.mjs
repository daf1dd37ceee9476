// Posts on LinkedIn have several ids; the command line asks the service which of them it has.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { postern } from "./support/cli.mjs";
import { caller } from "./support/api.mjs";

let server;
let folder;
before(async () => {
  server = await startServer({ shards: 2 });
  folder = await mkdtemp(join(tmpdir(), "postern-linkedin-"));
});
after(async () => {
  await server?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** The number in an id of a time on LinkedIn. */
const id = (millis) => (BigInt(millis) << 22n) + 1_234_567n;
const SHARED_AT = 1_740_455_000_123;

test("a post that was stored by its share is updated by what a scraper says of its activity", async () => {
  const link = `https://www.linkedin.com/feed/update/urn%3Ali%3Ashare%3A${id(SHARED_AT)}`;
  const shares = join(folder, "Shares.csv");
  await writeFile(shares, `Date,ShareLink,ShareCommentary,SharedUrl,MediaUrl,Visibility\n2025-02-25 03:43:20,${link},Low tide,,,MEMBER_NETWORK\n`);
  const first = await postern(server, ["--json", "import", shares, "--author", "ada-keel"]);
  assert.equal(first.code, 0, first.err);
  assert.equal(JSON.parse(first.out).new, 1);

  const item = {
    urn: { activity_urn: String(id(SHARED_AT + 200)), share_urn: null, ugcPost_urn: null },
    posted_at: { timestamp: SHARED_AT },
    text: "Low tide",
    post_type: "regular",
    author: { username: "ada-keel", first_name: "Ada" },
    stats: { total_reactions: 41, comments_count: 2 },
  };
  const scraped = join(folder, "scraped.json");
  await writeFile(scraped, JSON.stringify([item]));
  const second = await postern(server, ["--json", "import", scraped]);
  assert.equal(second.code, 0, second.err);
  const { new: inserted, updated } = JSON.parse(second.out);
  assert.deepEqual({ inserted, updated }, { inserted: 0, updated: 1 });

  const answer = await caller(server)("/api/v1/posts/by-user/linkedin/ada-keel");
  const posts = answer.body.data.posts.map((post) => [post.platform_post_id, post.likes_count]);
  assert.deepEqual(posts, [[`share:${id(SHARED_AT)}`, 41]]);
});
