// Operators who come through Cloudflare Access: tokens made by Node's own cryptography, keys told by a server here.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { newKeys, startTeam } from "../support/access.mjs";
import { startServer } from "../support/server.mjs";
import { fault } from "./support/api.mjs";

const LIST = "/operator/v1/accounts";

const stranger = newKeys();
let team;
let server;
before(async () => {
  team = await startTeam();
  server = await startServer({ ...team.settings, account: false });
});
after(async () => {
  team?.stop();
  await server?.stop();
});

const ask = (assertion, { headers = {}, ...rest } = {}) =>
  server.call(LIST, { ...rest, headers: { ...(assertion === null ? {} : { "cf-access-jwt-assertion": assertion }), ...headers } });

test("a good token lets in, whichever of the team's keys signed it", async () => {
  assert.equal((await ask(team.token())).status, 200);
  assert.equal((await ask(team.token({ header: { kid: "second" }, key: team.keys.second.privateKey }))).status, 200);
  assert.equal((await ask(team.token({ claims: { aud: team.settings.vars.ACCESS_AUD } }))).status, 200);
});

describe("a token is refused", () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  const publicKey = () => team.keys.first.publicKey.export({ type: "spki", format: "pem" });
  const tampered = (part) => {
    const parts = team.token().split(".");
    const claims = JSON.parse(Buffer.from(parts[1], "base64url"));
    return part === 1 ? [parts[0], Buffer.from(JSON.stringify({ ...claims, email: "other@example.com" })).toString("base64url"), parts[2]].join(".") : [parts[0], parts[1], parts[2].replace(/^./, (c) => (c === "A" ? "B" : "A"))].join(".");
  };
  for (const [what, make] of [
    ["that has expired", () => team.token({ claims: { exp: seconds() - 1 } })],
    ["that is not valid yet", () => team.token({ claims: { nbf: seconds() + 30 } })],
    ["of another application", () => team.token({ claims: { aud: ["0".repeat(64)] } })],
    ["of another team", () => team.token({ claims: { iss: "https://other.cloudflareaccess.com" } })],
    ["by an unknown key", () => team.token({ header: { kid: "stranger" }, key: stranger.privateKey })],
    ["by a key that claims the name of another", () => team.token({ key: stranger.privateKey })],
    ["without a signature", () => team.token({ header: { alg: "none" }, signature: () => Buffer.alloc(0) })],
    ["signed by HS256 with the public key", () => team.token({ header: { alg: "HS256" }, signature: (text) => createHmac("sha256", publicKey()).update(text).digest() })],
    ["signed by HS256, which says RS256", () => team.token({ signature: (text) => createHmac("sha256", publicKey()).update(text).digest() })],
    ["whose claims were changed", () => tampered(1)],
    ["whose signature was changed", () => tampered(2)],
    ["that is none", () => "nonsense"],
  ]) {
    test(what, async () => fault(await ask(make()), 401, "INVALID_OPERATOR_SECRET"));
  }

  test("which is missing", async () => fault(await ask(null), 401, "INVALID_OPERATOR_SECRET"));
});

test("changes need a page of ours: what Access sends comes along by itself", async () => {
  const create = (headers, email = "made@example.com") => ask(team.token(), { method: "POST", json: { email }, headers });
  for (const headers of [{}, { "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }, { "sec-fetch-site": "none" }, { origin: "https://evil.example" }, { origin: "null" }]) {
    fault(await create(headers), 403, "WRONG_ORIGIN");
  }
  assert.equal((await create({ "sec-fetch-site": "same-origin" })).status, 201);
  assert.equal((await create({ origin: server.url }, "second@example.com")).status, 201);
});

test("an Authorization decides where there is one", async () => {
  fault(await ask(team.token(), { bearer: "x".repeat(64) }), 401, "INVALID_OPERATOR_SECRET");
  fault(await ask(team.token(), { headers: { authorization: "Basic b3A6b3A=" } }), 401, "INVALID_OPERATOR_SECRET");
});

test("keys are asked for once, however many tokens name unknown ones", async () => {
  const before = team.asked;
  for (let n = 0; n < 5; n += 1) fault(await ask(team.token({ header: { kid: `made-up-${n}` } })), 401, "INVALID_OPERATOR_SECRET");
  assert.ok(team.asked - before <= 1, `${team.asked - before} times`);
});

test("one setting without the other is refused by its name", async () => {
  const half = await startServer({ vars: { ACCESS_AUD: team.settings.vars.ACCESS_AUD }, account: false });
  try {
    assert.equal((await half.call("/api/v1/health")).status, 500);
    assert.match(await eventually(() => half.logs()), /setting ACCESS_TEAM/);
  } finally {
    await half.stop();
  }
});
