// What keywords find, script by script, in the real runtime: the same table that tests/native/keywords.rs holds against
// the core. And that no keyword, whatever its characters, is more than a 200 or a 400 that says where.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { startServer } from "../support/server.mjs";
import { SEARCH, address, caller, fault, ids } from "./support/api.mjs";
import { load, post } from "./support/posts.mjs";

/** Texts, with the keywords that find them and those that don't. */
const TABLE = JSON.parse(readFileSync(inRoot("tests", "fixtures", "keywords.json"), "utf8"));

let server;
let get;
before(async () => {
  server = await startServer();
  get = caller(server);
  await load(server, TABLE.map(({ content }, n) => post(n, { platform: "snapchat", content, hashtags: [], mentions: [] })));
});
after(() => server?.stop());

/** The numbers of the texts that a keyword finds. */
async function found(keyword) {
  const answer = await get(address(SEARCH, { keyword, limit: 100 }));
  assert.equal(answer.status, 200, `${keyword}: ${answer.text}`);
  assert.equal(answer.body.data.query.keyword, keyword);
  return ids(answer).map(Number);
}

describe("each script", () => {
  for (const [n, { kind, found: right, missed: wrong }] of TABLE.entries()) {
    test(kind, async () => {
      const results = await Promise.all([...right, ...wrong].map(async (keyword) => [keyword, (await found(keyword)).includes(n)]));
      const that = (finds, keywords) => results.filter(([keyword, is]) => is === finds && keywords.includes(keyword)).map(([keyword]) => keyword);
      assert.deepEqual(that(false, right), [], "these have to find it");
      assert.deepEqual(that(true, wrong), [], "these must not find it");
    });
  }
});

/** Refused keywords with the place that the message has to name. */
const REFUSED = [
  ["re*", 3], ["☕*", 2], ["東*", 2], ["\"low ti*\"", 8], ["\"open", 1], ["coral \"open", 7], ["OR coral", 1], ["coral OR", 7], ["coral OR OR reef", 10],
  ["coral OR -reef", 7], ["-coral OR reef", 8], ["-coral", 1], ["...", 1], ["\u200b", 1], ["\u{1f3fd}", 1], ["\"\"", 1], ["- - -", 1], ["\u0000", 1], ["*", 1],
];

test("what is refused names its place", async () => {
  for (const [keyword, place] of REFUSED) {
    const { details } = fault(await get(address(SEARCH, { keyword })), 400, "INVALID_PARAMETER");
    assert.deepEqual([details.length, details[0].parameter, details[0].code], [1, "keyword", "INVALID_VALUE"], keyword);
    assert.match(details[0].message, new RegExp(`^expected .*, found .* at character ${place}$`), keyword);
  }
});

/** One of each kind of character, alone and around a word. */
const CHARACTERS = [
  ..."\u0000\u0001\t\n\r\u001f !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\u007f\u0080\u0085\u00a0\u00ad\u00b7\u0300\u0301\u0345\u034f\u0378\u0488\u05b0\u05f4\u061c\u0640\u064b\u0670\u070f\u093c\u094d",
  ..."\u0e33\u0e48\u0eb3\u1039\u1160\u17b4\u17d2\u180b\u200b\u200c\u200d\u200e\u200f\u2028\u202e\u2060\u2066\u20dd\u20e3\u3000\u3099\u309b\u30fb\u3164\ud7ff\ue000\uf8ff\ufb1e\ufdfa\ufdd0\ufe0e\ufe0f\ufeff\uff0a\uff0d",
  ..."\uff9e\uffa0\ufffc\ufffd\uffff\u{10000}\u{1d173}\u{1f1e6}\u{1f3fb}\u{1f468}\u{2f800}\u{e0001}\u{e0061}\u{e007f}\u{f0000}\u{10ffff}",
];

test("no character is more than a 200 or a 400 that says where", async () => {
  const keywords = CHARACTERS.flatMap((c) => [c, `cor${c}al`, `coral ${c} OR${c} reef`, `"${c}coral${c}"`, c.repeat(256 / c.length)]);
  for (let at = 0; at < keywords.length; at += 16) {
    await Promise.all(keywords.slice(at, at + 16).map(async (keyword) => {
      const answer = await get(address(SEARCH, { keyword }));
      if (answer.status !== 200) {
        const [{ parameter, message }] = fault(answer, 400, "INVALID_PARAMETER").details;
        assert.ok(parameter === "keyword" && /at character \d+$/.test(message), `${JSON.stringify(keyword)}: ${answer.text}`);
      }
    }));
  }
});
