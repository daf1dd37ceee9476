// Outside development: https only, our own host only, and nothing said of storage.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, caller, fault } from "./support/api.mjs";
import { withDatabase } from "./support/databases.mjs";
import { load, post } from "./support/posts.mjs";

const ADDRESSES = [SEARCH, `${API}/health`, `${API}/openapi.json`, `${API}/none`, "/operator/v1/stats", "/operator/v1/posts", "/", "/none", "/style.css", "/dashboard"];
const OWN_HOST = "api.example.com";

async function withServer(options, run) {
  const server = await startServer({ account: false, ...options });
  try {
    await run(server);
  } finally {
    await server.stop();
  }
}

for (const [name, ENVIRONMENT] of [["ENVIRONMENT is production", "production"], ["ENVIRONMENT is unset", null], ["ENVIRONMENT is something else", "Development"]]) {
  test(`over plain http, where ${name}, everything is a 403 that looks at no credential`, async () => {
    await withServer({ vars: { ENVIRONMENT } }, async (server) => {
      for (const path of ADDRESSES) {
        for (const headers of [{}, { authorization: "Bearer nonsense" }, { authorization: `Bearer ${server.operatorSecret}` }, { host: "other.example" }]) {
          const answer = await server.call(`${path}?limit=0`, { headers });
          const error = fault(answer, 403, "HTTPS_REQUIRED");
          assert.match(error.message, /https/);
          assert.equal(answer.headers.location, undefined);
          assert.ok(answer.headers["strict-transport-security"], path);
          assert.equal(answer.headers["x-rows-read"], undefined);
          assert.equal(answer.headers["access-control-allow-origin"], path.startsWith("/api/") ? "*" : undefined, path);
        }
      }
      assert.equal((await server.call(SEARCH, { method: "HEAD" })).status, 403);
      for (const method of ["POST", "OPTIONS"]) fault(await server.call(SEARCH, { method }), 403, "HTTPS_REQUIRED");
    });
  });
}

describe("over https with a PUBLIC_ORIGIN", () => {
  let server;
  let get;
  let token;
  before(async () => {
    server = await startServer({ https: true, account: false, vars: { ENVIRONMENT: "production", PUBLIC_ORIGIN: `https://${OWN_HOST}` } });
    const inner = server.call;
    server.call = (path, options = {}) => inner(path, { ...options, headers: { host: OWN_HOST, ...options.headers } });
    const made = await server.call("/operator/v1/accounts", { method: "POST", bearer: server.operatorSecret, json: { email: "a@example.com", credits: 50 } });
    assert.equal(made.status, 201, made.text);
    token = made.body.data.token;
    const ask = caller(server);
    get = (path, options) => ask(path, { token, ...options });
    await load(server, Array.from({ length: 3 }, (_, n) => post(`p${n}`)));
  });
  after(() => server?.stop());

  test("every answer has Strict-Transport-Security, the site's too", async () => {
    for (const path of [...ADDRESSES, `${SEARCH}?limit=0`]) {
      for (const method of ["GET", "HEAD", "OPTIONS", "POST"]) {
        const { headers } = await get(path, { method });
        const age = Number(/^max-age=(\d+)/.exec(headers["strict-transport-security"] ?? "")?.[1]);
        assert.ok(age >= 31_536_000, `${method} ${path}: ${headers["strict-transport-security"]}`);
      }
    }
  });

  test("nothing is said of storage", async () => {
    for (const path of [SEARCH, `${SEARCH}?limit=0`, `${API}/health`, "/operator/v1/stats"]) {
      const { headers } = await get(path);
      for (const name of ["x-rows-read", "x-rows-written", "x-plan", "server-timing"]) assert.equal(headers[name], undefined, `${path} ${name}`);
    }
  });

  test("another Host is a 421 everywhere, before any credential", async () => {
    for (const host of ["other.example", `localhost:${server.port}`, `${OWN_HOST}.evil.example`, `${OWN_HOST}:8443`]) {
      for (const path of ADDRESSES) {
        const answer = await get(path, { token: null, headers: { host } });
        fault(answer, 421, "MISDIRECTED_REQUEST");
        assert.ok(answer.headers["strict-transport-security"]);
        assert.equal(answer.headers["access-control-allow-origin"], path.startsWith("/api/") ? "*" : undefined, path);
      }
    }
    assert.equal((await get(SEARCH, { headers: { host: "API.Example.COM" } })).status, 200);
  });

  test("the next link is an address at PUBLIC_ORIGIN", async () => {
    const answer = await get(`${SEARCH}?limit=2`);
    assert.equal(answer.headers.link, `<https://${OWN_HOST}${SEARCH}?limit=2&cursor=${answer.body.data.page.next_cursor}>; rel="next"`);
  });

  test("the API and the site answer as in development", async () => {
    assert.equal((await get(SEARCH)).body.data.page.returned, 3);
    assert.equal((await get(`${API}/health`, { token: null })).status, 200);
    assert.match((await get("/", { token: null })).headers["content-type"], /^text\/html/);
    fault(await get(`${API}/none`), 404, "NOT_FOUND");
    fault(await get(SEARCH, { token: null }), 401, "MISSING_API_TOKEN");
  });
});

for (const [name, ENVIRONMENT] of [["unset", null], ["something else", "Development"], ["empty", ""]]) {
  test(`over https, where ENVIRONMENT is ${name}, nothing of development is there, for owners and operators neither`, async () => {
    const origin = `https://${OWN_HOST}`;
    await withServer({ https: true, vars: { ENVIRONMENT, PUBLIC_ORIGIN: origin, MAIL_FROM: "post@example.com" } }, async (server) => {
      const secret = "s".repeat(43);
      const headers = { host: OWN_HOST, "sec-fetch-site": "same-origin", cookie: `__Host-session=${secret}` };
      const call = (path, options = {}) => server.call(path, { ...options, headers: { ...headers, ...options.headers } });
      const made = await call("/operator/v1/accounts", { method: "POST", bearer: server.operatorSecret, json: { email: "a@example.com", credits: 5 } });
      // Nobody reads a mail here, so the session is put where signing in would put it.
      withDatabase(server.state, "ACCOUNTS", (database) => {
        const [now, key] = [Date.now(), createHash("sha256").update(secret).digest("hex")];
        database.prepare("INSERT INTO sessions (session_key, account_id, created_at, seen_at) VALUES (?, 1, ?, ?)").run(key, now, now);
      });
      assert.equal((await call("/dashboard/api/account")).status, 200);
      for (const path of ["/dashboard/outbox", "/dashboard/outbox.html", "/dashboard/outbox/", "/dashboard/api/outbox"]) {
        for (const accept of ["application/json", "text/html,*/*"]) fault(await call(path, { headers: { accept } }), 404, "NOT_FOUND");
      }
      const { data } = (await call("/dashboard/api/service")).body;
      assert.equal(data.development, false);
      fault(await call("/dashboard/api/test-payments", { method: "POST", json: { pack: data.packs[0].name } }), 404, "NOT_FOUND");
      assert.equal((await call("/dashboard/api/account")).body.data.balance.current, 5);
      for (const [path, bearer] of [[SEARCH, made.body.data.token], [`${API}/account`, made.body.data.token], [`${API}/health`], ["/operator/v1/stats", server.operatorSecret], ["/operator/v1/posts", server.operatorSecret], ["/dashboard/api/account"], [`${SEARCH}?limit=0`, made.body.data.token], ["/"]]) {
        const answer = await call(path, { bearer });
        for (const told of ["x-rows-read", "x-rows-written", "x-plan", "server-timing"]) assert.equal(answer.headers[told], undefined, `${path} ${told}`);
      }
      fault(await call(SEARCH, { headers: { host: "other.example" } }), 421, "MISDIRECTED_REQUEST");
    });
  });
}
