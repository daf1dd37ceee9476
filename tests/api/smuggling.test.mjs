// Requests that two readers may read differently, sent byte by byte: as one call at most, as what they are, or not at all.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH } from "./support/api.mjs";
import { load, post } from "./support/posts.mjs";
import { sendRaw } from "./support/raw.mjs";

const HOST = "api.example.com";
const ORIGIN = `https://${HOST}`;
const EVIL = "evil.example";
const ACCOUNT = `${API}/account`;
const STATS = "/operator/v1/stats";

let server;
let token;
before(async () => {
  server = await startServer({ https: true, account: false, vars: { ENVIRONMENT: "production", PUBLIC_ORIGIN: ORIGIN } });
  const inner = server.call;
  server.call = (path, options = {}) => inner(path, { ...options, headers: { host: HOST, ...options.headers } });
  const made = await server.call("/operator/v1/accounts", { method: "POST", bearer: server.operatorSecret, json: { email: "a@example.com", credits: 1000 } });
  token = made.body.data.token;
  await load(server, [post("1"), post("2")]);
});
after(() => server?.stop());

/** A request of these lines; the host and the end of the connection are added where they are not given. */
function request(line, headers = [], { host = `Host: ${HOST}`, body = "", close = "Connection: close" } = {}) {
  return [line, ...[host].flat(), ...headers, close].filter(Boolean).join("\r\n") + `\r\n\r\n${body}`;
}
const get = (path, headers, options) => sendRaw(server, request(`GET ${path} HTTP/1.1`, headers, options));
const bearer = () => `Authorization: Bearer ${token}`;
const code = ({ body }) => /"code":"([A-Z_]+)"/.exec(body)?.[1];

/** The one answer to a request. */
async function only(answers) {
  const all = await answers;
  assert.equal(all.length, 1, JSON.stringify(all.map(({ head }) => head)));
  return all[0];
}

/** Checks that nothing was served: the runtime or the Worker refused it, or the connection was closed. */
async function refused(answers, what) {
  for (const { status, body } of await answers) {
    assert.ok(status >= 400, `${what}: ${status} ${body}`);
    assert.doesNotMatch(body, /"success":true|a@example\.com/, what);
  }
}

test("what is sent here is read as it should be", async () => {
  const answer = await only(get(ACCOUNT, [bearer()]));
  assert.equal(answer.status, 200, answer.body);
  assert.match(answer.body, /a@example\.com/);
});

describe("the host", () => {
  test("twice, empty or missing is refused", async () => {
    for (const host of [[`Host: ${HOST}`, `Host: ${EVIL}`], [`Host: ${EVIL}`, `Host: ${HOST}`], "Host:", null]) {
      await refused(get(ACCOUNT, [bearer()], { host }), String(host));
    }
  });

  test("that is nearly ours is another one", async () => {
    for (const host of [`${HOST}@${EVIL}`, `${EVIL}#${HOST}`, `${HOST}/${EVIL}`, `${HOST}.`, ` ${HOST} ${EVIL}`, `${HOST}:1`, `${HOST},${EVIL}`, `${HOST}\\${EVIL}`]) {
      await refused(get(ACCOUNT, [bearer()], { host: `Host: ${host}` }), host);
    }
  });

  test("of a whole address in the first line does not get past ours", async () => {
    for (const [target, host] of [[`https://${EVIL}${ACCOUNT}`, HOST], [`http://${EVIL}${ACCOUNT}`, EVIL]]) {
      for (const answer of await get(target, [bearer()], { host: `Host: ${host}` })) {
        assert.doesNotMatch(answer.head + answer.body, new RegExp(EVIL));
        if (answer.status === 200) assert.equal(host, HOST);
      }
    }
  });

  test("that a proxy's header tells changes no link and no scheme", async () => {
    // Not X-Forwarded-Proto: the local runtime's own proxy rewrites answers by it.
    const told = [`X-Forwarded-Host: ${EVIL}`, `Forwarded: host=${EVIL};proto=http`, "X-Forwarded-Scheme: http", "Front-End-Https: off", `X-Host: ${EVIL}`, `X-Original-Host: ${EVIL}`];
    const answer = await only(get(`${SEARCH}?limit=1`, [bearer(), ...told]));
    assert.equal(answer.status, 200, answer.body);
    assert.match(answer.head, new RegExp(`^link: <${ORIGIN}/api/v1/posts/search\\?limit=1&cursor=`, "im"));
    assert.doesNotMatch(answer.head + answer.body, new RegExp(EVIL));
  });
});

describe("the length of a body", () => {
  const hidden = () => request(`GET ${ACCOUNT} HTTP/1.1`, [bearer()]);
  const post = (headers, body) => sendRaw(server, request("POST /operator/v1/accounts HTTP/1.1", headers, { body, close: null }));

  test("told in two ways at once ends with that one call", async () => {
    for (const headers of [
      ["Content-Length: 5", "Transfer-Encoding: chunked"],
      ["Transfer-Encoding: chunked", "Content-Length: 5"],
      ["Content-Length: 4", "Content-Length: 5"],
      ["Content-Length: 5", "Transfer-Encoding : chunked"],
      ["Content-Length: 5", "Transfer-Encoding:\tchunked"],
      ["Content-Length: 5", "Transfer-Encoding: xchunked"],
      ["Content-Length: 5", "Transfer-Encoding: chunked, identity"],
      ["Content-Length: 5", "X: y\nTransfer-Encoding: chunked"],
    ]) {
      const answers = await post(headers, `0\r\n\r\n${hidden()}`);
      assert.ok(answers.length <= 1, `${headers}: ${answers.map(({ status }) => status)}`);
      await refused(answers, String(headers));
    }
  });

  test("that is no number is refused", async () => {
    for (const length of ["+5", "-5", "0x5", "5 5", "5, 6", "5.0", "99999999999999999999", "٥"]) {
      await refused(post([`Content-Length: ${Buffer.from(length).toString("latin1")}`], "{}{}{}"), length);
    }
  });

  test("of a GET hides no second call", async () => {
    const answers = await sendRaw(server, request(`GET ${API}/health HTTP/1.1`, [`Content-Length: ${hidden().length}`], { body: hidden(), close: null }));
    assert.ok(answers.length <= 1, answers.map(({ head }) => head).join("\n"));
    assert.doesNotMatch(answers.map(({ body }) => body).join(), /a@example/);
  });
});

describe("headers", () => {
  test("with line breaks, NUL, folds or blanks in their names are refused", async () => {
    for (const header of ["X-Request-Id: a\rSet-Cookie: x=1", "X-Request-Id: a\0b", "X-Request-Id: a\r\n b", "Authorization : Bearer x", "X Y: z", ": z", "no colon"]) {
      await refused(get(ACCOUNT, [header, bearer()]), header);
    }
  });

  test("come back only as what they may be", async () => {
    for (const value of ["a%0d%0aSet-Cookie:x=1", "a\tb", "a;b", "<script>", "\x80\xff", "a".repeat(65)]) {
      const answer = await only(get(`${API}/none`, [`X-Request-Id: ${value}`, `Idempotency-Key: ${value}`]));
      assert.match(answer.head, /^x-request-id: [0-9a-f]{32}$/im, value);
      assert.doesNotMatch(answer.head, /set-cookie|<script/i);
    }
  });

  test("with a credential twice are no credential", async () => {
    for (const headers of [[bearer(), "Authorization: Bearer x"], ["Authorization: Bearer x", bearer()], [bearer(), bearer()], [`X-API-Token: ${token}`, "X-API-Token: x"], [`X-API-Token: ${token}`, `X-API-Token: ${token}`]]) {
      const answer = await only(get(ACCOUNT, headers));
      assert.deepEqual([answer.status, code(answer)], [401, "INVALID_API_TOKEN"], String(headers));
    }
    const secret = `Authorization: Bearer ${server.operatorSecret}`;
    for (const headers of [[secret, "Authorization: Bearer x"], [secret, secret]]) assert.equal(code(await only(get(STATS, headers))), "INVALID_OPERATOR_SECRET");
  });

  test("that name another address or method change neither", async () => {
    const answer = await only(get(`${API}/health`, [`X-Original-URL: ${STATS}`, `X-Rewrite-URL: ${STATS}`, "X-HTTP-Method-Override: POST", "X-Method-Override: DELETE"]));
    assert.equal(answer.status, 200);
    assert.match(answer.body, /"status":"healthy"/);
  });

  test("of hundreds of kilobytes, or by the thousand, are answered, and the next call too", async () => {
    const huge = "a".repeat(200_000);
    const headers = [
      `X-Request-Id: ${huge}`, `Accept: ${"text/html,".repeat(20_000)}*/*`, `If-None-Match: ${'"x",'.repeat(50_000)}"y"`, `Idempotency-Key: ${huge}`, `Cookie: ${"__Host-session=x;".repeat(10_000)}`,
      `Origin: ${huge}`, `Content-Type: ${huge}`, ...Array.from({ length: 2_000 }, (_, n) => `X-Nothing-${n}: 1`),
    ];
    for (const path of [ACCOUNT, "/dashboard/api/account", STATS, "/"]) {
      for (const [header, ...rest] of [...headers.slice(0, 7).map((one) => [one]), headers.slice(7)]) {
        for (const { status, body } of await get(path, [header, ...rest, path === ACCOUNT ? bearer() : "X: y"])) {
          assert.ok([200, 400, 401, 406, 413, 431].includes(status), `${path} ${header.slice(0, 20)}: ${status} ${body.slice(0, 200)}`);
        }
      }
      assert.equal((await only(get(ACCOUNT, [bearer()]))).status, 200, path);
    }
  });

  test("with a credential of hundreds of kilobytes are refused as any other", async () => {
    for (const start of ["postern_live_", "postern_browser_", "x"]) {
      const answer = await only(get(ACCOUNT, [`Authorization: Bearer ${start}${"A".repeat(200_000)}`]));
      assert.deepEqual([answer.status, code(answer)], [401, "INVALID_API_TOKEN"]);
    }
  });
});

describe("the path", () => {
  test("with NUL, blanks or bytes that are no ASCII is refused", async () => {
    for (const path of ["/api/v1/acc\0ount", "/api/v1/acc ount", "/api/v1/acc\tount", `${SEARCH}?keyword=\xc0\xaf`]) await refused(get(path, [bearer()]), path);
  });

  test("with encoded slashes stays one segment", async () => {
    for (const [path, expected] of [[`${API}/posts/by-user/x/a%2Fb`, "INVALID_PARAMETER"], [`${API}/posts%2Fsearch`, "NOT_FOUND"], [`${API}/..%2Faccount`, "NOT_FOUND"], [`/operator/v1/accounts%2Fa@example.com`, "NOT_FOUND"], ["/dashboard/api%2Faccount", undefined]]) {
      const answer = await only(get(path, [bearer()]));
      assert.equal(code(answer), expected, `${path} ${answer.body}`);
      assert.ok(answer.status >= 300, path);
    }
  });

  test("with bytes that are no UTF-8, longer than they need be, or half encoded is refused", async () => {
    for (const bad of ["%c0%af", "%c0%ae%c0%ae", "%e0%80%af", "%f0%80%80%af", "%ed%a0%80", "%ff", "%80", "%f4%90%80%80", "%", "%2", "%zz", "%u002f", "a%00b"]) {
      for (const path of [`${API}/posts/by-user/x/${bad}`, `${SEARCH}?keyword=${bad}`, `${SEARCH}?username=${bad}`]) {
        const answer = await only(get(path, [bearer()]));
        if (path.includes("keyword=a%00b")) continue; // NUL separates words as any other character does
        assert.deepEqual([answer.status, code(answer)], [400, "INVALID_PARAMETER"], `${path} ${answer.body}`);
      }
    }
  });

  test("that is encoded twice is decoded once", async () => {
    const answer = await only(get(`${API}/posts/by-user/instagram/reef%252Ewatch`, [bearer()]));
    assert.match(answer.body, /"username":"reef%2ewatch"/);
  });

  test("with dot segments is judged where it leads", async () => {
    for (const path of [`${API}/../..${STATS}`, `${API}/%2e%2e/%2E./..${STATS}`, `/x/..${STATS}`, `/.${STATS}`, "/operator\\v1\\stats", `/dashboard/..${STATS}`]) {
      assert.equal(code(await only(get(path, [bearer()]))), "INVALID_OPERATOR_SECRET", path);
      assert.equal((await only(get(path, [`Authorization: Bearer ${server.operatorSecret}`]))).status, 200, path);
    }
  });

  test("in capitals, with more slashes or a parameter is no address of ours", async () => {
    const secret = `Authorization: Bearer ${server.operatorSecret}`;
    for (const path of ["/Operator/v1/stats", "/OPERATOR/V1/STATS", "//operator/v1/stats", "/operator//v1/stats", "/operator/v1/stats/", "/operator/v1/stats;x=1", "/operator/v1/stats.json", "/operator/v1/stats%20", "/%6fperator/v1/stats"]) {
      for (const answer of await get(path, [secret])) assert.doesNotMatch(answer.body, /"success":true/, path);
    }
  });
});

test("a parameter twice is refused under its name, however it is written", async () => {
  for (const query of ["limit=1&limit=2", "limit=1&%6cimit=2", "limit=1&limit=1", "limit=1&limit", "keyword=a&limit=1&keyword=b"]) {
    const answer = await only(get(`${SEARCH}?${query}`, [bearer()]));
    assert.match(answer.body, /"code":"DUPLICATE_PARAMETER"/, `${query} ${answer.body}`);
  }
  for (const query of ["limit=1;limit=2", "limit[]=1", "limit=1%26limit=2", "limit=1?limit=2", "limit=1&Limit=2"]) {
    assert.equal((await only(get(`${SEARCH}?${query}`, [bearer()]))).status, 400, query);
  }
});

test("methods that the platform does not pass on, and those that no address has, serve nothing", async () => {
  for (const line of [`TRACE ${ACCOUNT}`, `get ${ACCOUNT}`, `GETX ${ACCOUNT}`, `CONNECT ${EVIL}:443`, "OPTIONS *", `PRI *`]) await refused(sendRaw(server, request(`${line} HTTP/1.1`, [bearer()])), line);
});

test("no redirect leads away", async () => {
  const paths = ["/docs", "//docs", "/index.html", "/docs/index", `//${EVIL}/docs`, `//${EVIL}/index.html`, `/\\${EVIL}/docs`, `/\\/${EVIL}/..\\docs`, `//${EVIL}/%2e%2e/docs`, `//${EVIL}%2f..%2fdocs`, `/%2f${EVIL}/..%2f../docs`, `/%5c${EVIL}/../docs`, `/%09/${EVIL}/..;/docs`, `/docs%0d%0aLocation:%20https://${EVIL}`, `/.%2f/${EVIL}`, `/dashboard?then=https://${EVIL}`, `/dashboard/?then=//${EVIL}`, "/operator", "/dashboard", `/api%2Fv1%2Faccount`];
  let redirects = 0;
  for (const path of paths) {
    for (const { location, head } of await get(path, [])) {
      assert.doesNotMatch(head, /^set-cookie/im, path);
      if (location === undefined) continue;
      redirects += 1;
      assert.equal(new URL(location, ORIGIN).origin, ORIGIN, `${path} -> ${location}`);
      assert.match(location, /^\/(?![/\\])/, `${path} -> ${location}`);
    }
  }
  assert.ok(redirects >= 8, `only ${redirects} of these are redirects`);
});

test("the calls of all that were charged as calls of one caller, and the service is well", async () => {
  const health = await only(get(`${API}/health`, []));
  assert.equal(health.status, 200);
  const stats = await only(get(STATS, [`Authorization: Bearer ${server.operatorSecret}`]));
  assert.match(stats.body, /"ledger":\{"accounts":1,"mismatched":0\}/);
});
