// Which header decides, what counts as a token, and how quickly a change of it is seen.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, caller, fault, faults, newAccount, operator } from "./support/api.mjs";

const ACCOUNT = `${API}/account`;
const UNKNOWN = `postern_live_${"0".repeat(43)}2IeHPF`; // of the right form and checksum, and nobody's

let server;
let get;
let other;
before(async () => {
  server = await startServer();
  get = caller(server);
  other = await newAccount(server, "other@example.com", 10);
});
after(() => server?.stop());

const send = (headers, path = ACCOUNT) => server.call(path, { headers });

/** Checks that a credential is refused, in the one text that there is, without a word of what came. */
function refused(answer, code = "INVALID_API_TOKEN") {
  const error = fault(answer, 401, code);
  assert.equal(answer.headers["www-authenticate"], "Bearer");
  assert.equal(answer.headers["x-credits-remaining"], undefined);
  return error.message;
}

describe("both headers, each absent, valid and invalid", () => {
  const cases = [
    [undefined, undefined, "MISSING_API_TOKEN"],
    [undefined, "invalid", "INVALID_API_TOKEN"],
    [undefined, "valid", "other@example.com"],
    ["invalid", undefined, "INVALID_API_TOKEN"],
    ["invalid", "invalid", "INVALID_API_TOKEN"],
    ["invalid", "valid", "INVALID_API_TOKEN"],
    ["valid", undefined, "test@example.com"],
    ["valid", "invalid", "test@example.com"],
    ["valid", "valid", "test@example.com"],
  ];
  for (const [bearer, header, expected] of cases) {
    test(`Authorization ${bearer ?? "absent"}, X-API-Token ${header ?? "absent"}: ${expected}`, async () => {
      const headers = {};
      if (bearer) headers.authorization = `Bearer ${bearer === "valid" ? server.token : UNKNOWN}`;
      if (header) headers["x-api-token"] = header === "valid" ? other : UNKNOWN;
      const answer = await send(headers);
      if (expected.includes("@")) assert.deepEqual([answer.status, answer.body.data?.account.email], [200, expected]);
      else refused(answer, expected);
    });
  }
});

test("the scheme is read in any case", async () => {
  for (const scheme of ["bearer", "BEARER", "bEaReR"]) {
    assert.equal((await send({ authorization: `${scheme} ${server.token}` })).status, 200, scheme);
  }
});

test("another scheme is not ours and is ignored", async () => {
  for (const authorization of ["Basic dXNlcjpwYXNz", "Digest a=b", server.token, ""]) {
    refused(await send({ authorization }), "MISSING_API_TOKEN");
    assert.equal((await send({ authorization, "x-api-token": other })).body.data?.account.email, "other@example.com", authorization);
  }
});

test("Bearer with nothing after it and an empty X-API-Token are invalid tokens", async () => {
  for (const headers of [{ authorization: "Bearer" }, { authorization: "Bearer " }, { "x-api-token": "" }, { authorization: "Bearer", "x-api-token": other }]) {
    refused(await send(headers));
  }
});

test("malformed tokens are refused without asking storage, in one text", async () => {
  const token = server.token;
  const changed = token.slice(0, -1) + (token.endsWith("a") ? "b" : "a");
  const malformed = ["x", token.slice(0, -1), `${token}0`, changed, token.toUpperCase(), token.replace("live", "test"), `${token} ${token}`, "postern_live_"];
  const texts = new Set();
  for (const text of malformed) {
    const answer = await send({ authorization: `Bearer ${text}` }, SEARCH);
    texts.add(refused(answer));
    assert.equal(answer.headers["x-rows-read"], "0", text);
  }
  texts.add(refused(await send({ authorization: `Bearer ${UNKNOWN}` }, SEARCH)));
  assert.equal(texts.size, 1);
});

test("an outsider learns nothing about parameters", async () => {
  for (const path of [`${SEARCH}?limit=0&foo=1&token=x`, `${API}/posts/by-user/myspace/a%20b`, `${ACCOUNT}?limit=5`]) {
    refused(await send({}, path), "MISSING_API_TOKEN");
    refused(await send({ "x-api-token": UNKNOWN }, path));
  }
});

describe("a token in the query", () => {
  const names = ["token", "access_token", "api_token", "api_key", "apikey", "key", "authorization", "API_Key", "Token"];
  for (const name of names) {
    test(`as ${name} is a fault that does not repeat it`, async () => {
      for (const path of [SEARCH, ACCOUNT, `${API}/posts/by-user/x/a`]) {
        const answer = await get(address(path, { [name]: "s3cr3t-value" }));
        assert.deepEqual(faults(answer), [`${name} TOKEN_IN_QUERY`]);
        assert.ok(!answer.text.includes("s3cr3t"), answer.text);
      }
    });
  }

  test("under any other name is known by its beginning", async () => {
    for (const name of ["keyword", "cursor", "limit", "q", "username"]) {
      const answer = await get(address(SEARCH, { [name]: other }));
      assert.deepEqual(faults(answer), [`${name} TOKEN_IN_QUERY`]);
      assert.ok(!answer.text.includes(other.slice(13)), answer.text);
    }
    const browser = await get(address(SEARCH, { keyword: "postern_browser_abc" }));
    assert.deepEqual(faults(browser), ["keyword TOKEN_IN_QUERY"]);
    const name = await get(`${SEARCH}?${other}=1`);
    assert.match(faults(name).join(), /TOKEN_IN_QUERY$/);
    assert.ok(!name.text.includes(other.slice(13)), name.text);
  });

  test("is no credential", async () => {
    refused(await send({}, address(ACCOUNT, { token: server.token })), "MISSING_API_TOKEN");
  });
});

test("a credential of one kind is not taken in another kind's place", async () => {
  const secret = server.operatorSecret;
  refused(await send({ authorization: `Bearer ${secret}` }));
  refused(await send({ "x-api-token": secret }));
  const stats = "/operator/v1/stats";
  for (const headers of [{ authorization: `Bearer ${server.token}` }, { "x-api-token": secret }, { "x-api-token": server.token }, { authorization: `Basic ${secret}` }, {}]) {
    fault(await send(headers, stats), 401, "INVALID_OPERATOR_SECRET");
  }
  assert.equal((await send({ authorization: `Bearer ${secret}`, "x-api-token": "x" }, stats)).status, 200);
});

describe("changes are seen by the very next call", () => {
  // Tokens that this isolate saw succeed a moment ago are the ones that could be remembered.
  const warm = async (token) => {
    for (const path of [SEARCH, ACCOUNT, SEARCH]) assert.equal((await get(path, { token })).status, 200);
  };
  const change = async (email, what, body) => {
    const answer = await operator(server)(`/accounts/${encodeURIComponent(email)}/${what}`, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data;
  };

  test("regenerate: the new token works, the old one is dead", async () => {
    let token = await newAccount(server, "regenerate@example.com", 100);
    for (let round = 0; round < 5; round += 1) {
      await warm(token);
      const { token: next } = await change("regenerate@example.com", "token", { action: "regenerate" });
      assert.notEqual(next, token);
      refused(await get(round % 2 ? SEARCH : ACCOUNT, { token }));
      refused(await get(SEARCH, { token }));
      assert.equal((await get(SEARCH, { token: next })).status, 200);
      token = next;
    }
  });

  test("revoke: the token is dead and none is made, regenerate is the way back", async () => {
    const token = await newAccount(server, "revoke@example.com", 100);
    await warm(token);
    assert.equal((await change("revoke@example.com", "token", { action: "revoke" })).token, null);
    for (const path of [SEARCH, ACCOUNT]) refused(await get(path, { token }));
    const { token: next } = await change("revoke@example.com", "token", { action: "regenerate" });
    assert.equal((await get(SEARCH, { token: next })).status, 200);
    refused(await get(SEARCH, { token }));
  });

  test("suspend and activate", async () => {
    const token = await newAccount(server, "suspend@example.com", 100);
    for (let round = 0; round < 3; round += 1) {
      await warm(token);
      assert.equal((await change("suspend@example.com", "status", { status: "suspended" })).account.status, "suspended");
      for (const path of [SEARCH, `${SEARCH}?limit=0`, ACCOUNT]) fault(await get(path, { token }), 403, "ACCOUNT_INACTIVE");
      await change("suspend@example.com", "status", { status: "active" });
      assert.equal((await get(SEARCH, { token })).status, 200);
    }
  });
});
