// The npm registry of a service: what its site was built with, and then what deployments stored in KV.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { manifest } from "../../scripts/lib/pack.mjs";
import { buildPackage } from "../../scripts/lib/package.mjs";
import { kvOf, packed, prepare, publish } from "../support/published.mjs";
import { startServer } from "../support/server.mjs";

const DOCUMENT = "/package/@postern%2fclient";
const IMMUTABLE = "public, max-age=31536000, immutable";
const OLD = new Date("2026-03-01T10:00:00Z");
const NEW = new Date("2026-05-01T10:00:00Z");

let server;
before(async () => (server = await startServer({ account: false })));
after(() => server?.stop());

const get = (path, options) => fetch(new URL(path, server.url), options);
const json = async (path, options) => (await get(path, options)).json();
const bytes = async (answer) => Buffer.from(await answer.arrayBuffer());
const sha512 = (content) => `sha512-${createHash("sha512").update(content).digest("base64")}`;

/** Reads the tarball of a version that a document names, and compares it with what is said of it. */
async function fetchVersion({ dist }) {
  const answer = await get(dist.tarball);
  assert.equal(answer.status, 200, dist.tarball);
  const content = await bytes(answer);
  assert.equal(sha512(content), dist.integrity);
  assert.equal(createHash("sha1").update(content).digest("hex"), dist.shasum);
  return { answer, content };
}

test("a site that was not deployed has one version, named after what is in it", async () => {
  const answer = await get(DOCUMENT, { headers: { Accept: "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*" } });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "application/json; charset=utf-8");
  assert.equal(answer.headers.get("cache-control"), "no-cache");
  assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  const document = await answer.json();
  const own = manifest();
  const hash = createHash("sha256").update(readFileSync(await buildPackage())).digest("hex").slice(0, 12);
  const version = `${own.version}-dev.h${hash}`;
  assert.equal(document.name, "@postern/client");
  assert.deepEqual(document["dist-tags"], { latest: version });
  assert.deepEqual(Object.keys(document.versions), [version]);
  assert.deepEqual(document.versions[version].exports, own.exports);
  assert.deepEqual(Object.keys(document.time).sort(), [version, "created", "modified"]);
  assert.equal(document.versions[version].dist.tarball, `${server.url}/package/@postern/client/-/client-${version}.tgz`);
  const { answer: tarball } = await fetchVersion(document.versions[version]);
  assert.equal(tarball.headers.get("content-type"), "application/octet-stream");
  assert.equal(tarball.headers.get("cache-control"), IMMUTABLE);
  assert.equal(tarball.headers.get("access-control-allow-origin"), "*");
});

test("names may be encoded, in the address of the tarball too", async () => {
  const { versions } = await json("/package/@postern/client");
  const [{ dist }] = Object.values(versions);
  for (const slash of ["%2f", "%2F"]) {
    assert.deepEqual(await json(`/package/@postern${slash}client`), await json("/package/@postern/client"));
    const answer = await get(new URL(dist.tarball).pathname.replace("/client/", `${slash}client/`));
    assert.equal(sha512(await bytes(answer)), dist.integrity);
  }
});

test("who has the document is not sent it again, and HEAD is GET without a body", async () => {
  const tag = (await get(DOCUMENT)).headers.get("etag");
  assert.match(tag, /^"[\w-]+"$/);
  const again = await get(DOCUMENT, { headers: { "If-None-Match": tag } });
  assert.deepEqual([again.status, await again.text()], [304, ""]);
  const { versions } = await json(DOCUMENT);
  for (const path of [DOCUMENT, new URL(Object.values(versions)[0].dist.tarball).pathname]) {
    const [head, whole] = [await get(path, { method: "HEAD" }), await get(path)];
    assert.deepEqual([head.status, await head.text()], [200, ""]);
    for (const name of ["content-type", "cache-control", "etag"]) assert.equal(head.headers.get(name), whole.headers.get(name), `${path}: ${name}`);
  }
});

test("what is not there is a 404 whose text npm shows", async () => {
  const unknown = { error: "not found: this registry has only @postern/client" };
  for (const path of ["left-pad", "@postern/other", "@postern%2fother", "-/npm/v1/attestations/@postern/client@1.0.0", "@postern/client/9.9.9", "", "core/nothing.js"]) {
    const answer = await get(`/package/${path}`, { headers: { Accept: "application/json" } });
    assert.equal(answer.status, 404, path);
    assert.equal(answer.headers.get("content-type"), "application/json; charset=utf-8");
    assert.deepEqual(await answer.json(), unknown, path);
  }
  const head = await get("/package/left-pad", { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [404, ""]);
  const missing = await get("/package/@postern/client/-/client-9.9.9.tgz");
  assert.deepEqual([missing.status, missing.headers.get("cache-control")], [404, "no-store"]);
  assert.match((await missing.json()).error, /^this service has no such version of @postern\/client: install it anew/);
});

test("nothing is published by a call", async () => {
  const answer = await get(DOCUMENT, { method: "PUT", body: "{}" });
  assert.deepEqual([answer.status, answer.headers.get("allow"), await answer.json()], [405, "GET, HEAD", { error: "this registry can only be read" }]);
});

test("the files that pages import, and the tarball of before, are where they were", async () => {
  const script = await get("/package/core/index.js");
  assert.deepEqual([script.status, script.headers.get("cross-origin-resource-policy")], [200, "same-origin"]);
  assert.match(script.headers.get("content-type"), /javascript/);
  assert.equal((await get("/package/core/core_bg.wasm")).headers.get("content-type"), "application/wasm");
  const tarball = await bytes(await get("/package/postern.tgz"));
  assert.ok(tarball.equals(readFileSync(await buildPackage())));
});

test("an old version stays as it was when newer ones are deployed", async () => {
  const first = readFileSync(await publish(server, "1.0.0", { now: OLD }));
  const before = await json(DOCUMENT);
  assert.deepEqual([before["dist-tags"], Object.keys(before.versions)], [{ latest: "1.0.0" }, ["1.0.0"]]);
  assert.deepEqual(before.time, { created: OLD.toISOString(), modified: OLD.toISOString(), "1.0.0": OLD.toISOString() });
  const tag = (await get(DOCUMENT)).headers.get("etag");

  await publish(server, "1.1.0", { now: NEW });
  const changed = await get(DOCUMENT, { headers: { "If-None-Match": tag } });
  assert.equal(changed.status, 200);
  const after = await changed.json();
  assert.deepEqual(after["dist-tags"], { latest: "1.1.0" });
  assert.deepEqual(after.versions["1.0.0"], before.versions["1.0.0"]);
  assert.deepEqual(after.time, { created: OLD.toISOString(), modified: NEW.toISOString(), "1.0.0": OLD.toISOString(), "1.1.0": NEW.toISOString() });
  const { content, answer } = await fetchVersion(after.versions["1.0.0"]);
  assert.ok(content.equals(first));
  assert.equal(answer.headers.get("cache-control"), IMMUTABLE);
  assert.ok((await fetchVersion(after.versions["1.1.0"])).content.equals(readFileSync(await packed("1.1.0"))));
});

test("a version that is published is refused with other bytes, and nothing is changed", async () => {
  const before = await json(DOCUMENT);
  const other = { tarball: await packed("1.1.0"), sources: "others" };
  await assert.rejects(prepare(server, "1.0.0", other), (fault) => {
    assert.match(fault.message, /^Version 1\.0\.0 of the npm package is published, with other bytes/);
    assert.match(fault.todo, /raise the version in npm\/package\.json/);
    return true;
  });
  assert.deepEqual(await json(DOCUMENT), before);
  assert.ok((await fetchVersion(before.versions["1.0.0"])).content.equals(readFileSync(await packed("1.0.0"))));
});

test("the same sources may come out with other bytes elsewhere: the published ones stay", async () => {
  const before = await json(DOCUMENT);
  const { isKept, store, announce } = await prepare(server, "1.1.0", { tarball: await packed("1.0.0"), sources: "1.1.0" });
  assert.equal(isKept, true);
  await store();
  await announce();
  assert.deepEqual(await json(DOCUMENT), before);
  assert.ok((await fetchVersion(before.versions["1.1.0"])).content.equals(readFileSync(await packed("1.1.0"))));
});

test("what was stored by a deployment that failed is not published, and may still change", async () => {
  const broken = await prepare(server, "1.2.0", { tarball: await packed("1.0.0"), sources: "broken" });
  await broken.store();
  assert.equal((await json(DOCUMENT)).versions["1.2.0"], undefined);
  await publish(server, "1.2.0");
  assert.ok((await fetchVersion((await json(DOCUMENT)).versions["1.2.0"])).content.equals(readFileSync(await packed("1.2.0"))));
});

test("an older version that is deployed again is the one to install, and the newer ones stay", async () => {
  await publish(server, "1.0.0");
  const { "dist-tags": tags, versions } = await json(DOCUMENT);
  assert.deepEqual([tags, Object.keys(versions).sort()], [{ latest: "1.0.0" }, ["1.0.0", "1.1.0", "1.2.0"]]);
});

test("what is stored does not expire, and keeps out of the way of pages", async () => {
  const listed = await kvOf(server).list("");
  const own = listed.filter(({ name }) => name.startsWith("npm/"));
  assert.deepEqual(own.map(({ name }) => name).sort(), ["npm/client-1.0.0.tgz", "npm/client-1.1.0.tgz", "npm/client-1.2.0.tgz", "npm/document"]);
  assert.ok(own.every(({ expiration }) => expiration === undefined));
});

test("in production, addresses are on the public origin, by https only", async () => {
  const production = await startServer({ https: true, account: false, vars: { ENVIRONMENT: "production", PUBLIC_ORIGIN: null } });
  try {
    const answer = await production.call(DOCUMENT);
    assert.match(answer.headers["strict-transport-security"], /^max-age=/);
    const [{ dist }] = Object.values(answer.body.versions);
    assert.ok(dist.tarball.startsWith(`${production.url}/package/`), dist.tarball);
    const tarball = await production.call(new URL(dist.tarball).pathname);
    assert.match(tarball.headers["strict-transport-security"], /^max-age=/);
    const unknown = await production.call("/package/left-pad");
    assert.deepEqual([unknown.status, /^max-age=/.test(unknown.headers["strict-transport-security"])], [404, true]);
  } finally {
    await production.stop();
  }
});
