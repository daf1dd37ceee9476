// Operators who come through Cloudflare Access: tokens made by Node's own cryptography, keys told by a server here.

import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { fault } from "./support/api.mjs";

const AUDIENCE = "4714c1358e65fe4b408ad6d432a5f878f08194bdb4752441fd56faefa9b2b6f2";
const LIST = "/operator/v1/accounts";

const pair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const [first, second, stranger] = [pair(), pair(), pair()];

/** Tells the team's keys, and counts how often. */
const keys = { told: [["first", first], ["second", second]], asked: 0 };
const team = createServer((request, response) => {
  if (request.url !== "/cdn-cgi/access/certs") return response.writeHead(404).end();
  keys.asked += 1;
  const jwk = ([kid, { publicKey }]) => ({ kid, alg: "RS256", use: "sig", ...publicKey.export({ format: "jwk" }) });
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ keys: keys.told.map(jwk), public_cert: { kid: "first", cert: "-----BEGIN CERTIFICATE-----" }, public_certs: [] }));
});

let server;
let issuer;
before(async () => {
  team.listen(0, "127.0.0.1");
  await once(team, "listening");
  issuer = `http://127.0.0.1:${team.address().port}`;
  server = await startServer({ vars: { ACCESS_TEAM: issuer, ACCESS_AUD: AUDIENCE }, secrets: { OPERATOR_SECRET: null }, account: false });
});
after(async () => {
  team.close();
  team.closeAllConnections();
  await server?.stop();
});

const base64url = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token of an operator, good but for what is changed. */
function token({ header = {}, claims = {}, key = first.privateKey, signature } = {}) {
  const now = Math.floor(Date.now() / 1000);
  const whole = { aud: [AUDIENCE], email: "op@example.com", exp: now + 60, iat: now, nbf: now, iss: issuer, type: "app", identity_nonce: "6ei69kawdKzMIAPF", sub: "7335d417-61da-459d-899c-0a01c76a2f94", country: "DE", ...claims };
  const signed = `${base64url({ alg: "RS256", kid: "first", typ: "JWT", ...header })}.${base64url(whole)}`;
  return `${signed}.${(signature ?? ((text) => sign("sha256", Buffer.from(text), key)))(signed).toString("base64url")}`;
}

const ask = (assertion, { headers = {}, ...rest } = {}) =>
  server.call(LIST, { ...rest, headers: { ...(assertion === null ? {} : { "cf-access-jwt-assertion": assertion }), ...headers } });

test("a good token lets in, whichever of the team's keys signed it", async () => {
  assert.equal((await ask(token())).status, 200);
  assert.equal((await ask(token({ header: { kid: "second" }, key: second.privateKey }))).status, 200);
  assert.equal((await ask(token({ claims: { aud: AUDIENCE } }))).status, 200);
});

describe("a token is refused", () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  const publicKey = first.publicKey.export({ type: "spki", format: "pem" });
  const tampered = (part) => {
    const parts = token().split(".");
    const claims = JSON.parse(Buffer.from(parts[1], "base64url"));
    return part === 1 ? [parts[0], base64url({ ...claims, email: "other@example.com" }), parts[2]].join(".") : [parts[0], parts[1], parts[2].replace(/^./, (c) => (c === "A" ? "B" : "A"))].join(".");
  };
  for (const [what, make] of [
    ["that has expired", () => token({ claims: { exp: seconds() - 1 } })],
    ["that is not valid yet", () => token({ claims: { nbf: seconds() + 30 } })],
    ["of another application", () => token({ claims: { aud: ["0".repeat(64)] } })],
    ["of another team", () => token({ claims: { iss: "https://other.cloudflareaccess.com" } })],
    ["by an unknown key", () => token({ header: { kid: "stranger" }, key: stranger.privateKey })],
    ["by a key that claims the name of another", () => token({ key: stranger.privateKey })],
    ["without a signature", () => token({ header: { alg: "none" }, signature: () => Buffer.alloc(0) })],
    ["signed by HS256 with the public key", () => token({ header: { alg: "HS256" }, signature: (text) => createHmac("sha256", publicKey).update(text).digest() })],
    ["signed by HS256, which says RS256", () => token({ signature: (text) => createHmac("sha256", publicKey).update(text).digest() })],
    ["whose claims were changed", () => tampered(1)],
    ["whose signature was changed", () => tampered(2)],
    ["that is none", () => "nonsense"],
  ]) {
    test(what, async () => fault(await ask(make()), 401, "INVALID_OPERATOR_SECRET"));
  }

  test("which is missing", async () => fault(await ask(null), 401, "INVALID_OPERATOR_SECRET"));
});

test("changes need a page of ours: what Access sends comes along by itself", async () => {
  const create = (headers, email = "made@example.com") => ask(token(), { method: "POST", json: { email }, headers });
  for (const headers of [{}, { "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }, { "sec-fetch-site": "none" }, { origin: "https://evil.example" }, { origin: "null" }]) {
    fault(await create(headers), 403, "WRONG_ORIGIN");
  }
  assert.equal((await create({ "sec-fetch-site": "same-origin" })).status, 201);
  assert.equal((await create({ origin: server.url }, "second@example.com")).status, 201);
});

test("an Authorization decides where there is one", async () => {
  fault(await ask(token(), { bearer: "x".repeat(64) }), 401, "INVALID_OPERATOR_SECRET");
  fault(await ask(token(), { headers: { authorization: "Basic b3A6b3A=" } }), 401, "INVALID_OPERATOR_SECRET");
});

test("keys are asked for once, however many tokens name unknown ones", async () => {
  const before = keys.asked;
  for (let n = 0; n < 5; n += 1) fault(await ask(token({ header: { kid: `made-up-${n}` } })), 401, "INVALID_OPERATOR_SECRET");
  assert.ok(keys.asked - before <= 1, `${keys.asked - before} times`);
});

test("one setting without the other is refused by its name", async () => {
  const half = await startServer({ vars: { ACCESS_AUD: AUDIENCE }, account: false });
  try {
    assert.equal((await half.call("/api/v1/health")).status, 500);
    assert.match(half.logs(), /setting ACCESS_TEAM/);
  } finally {
    await half.stop();
  }
});
