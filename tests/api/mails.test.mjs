// Mails outside development: what the platform's binding is handed, and what becomes of a mail that it refuses.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { eventually } from "../support/eventually.mjs";
import { startServer } from "../support/server.mjs";

const OWN_HOST = "api.example.com";

let server;
before(async () => {
  server = await startServer({
    https: true,
    account: false,
    main: inRoot("tests", "api", "support", "postbox.mjs"),
    vars: { ENVIRONMENT: "production", PUBLIC_ORIGIN: `https://${OWN_HOST}`, MAIL_FROM: "Postern Posts <mail@example.com>" },
  });
});
after(() => server?.stop());

const call = (path, options) => server.call(path, { ...options, headers: { host: OWN_HOST, "sec-fetch-site": "same-origin" } });
const postbox = async (code = "") => (await call(`/postbox?code=${code}`)).body;
const signUp = async (email) => assert.equal((await call("/dashboard/api/sign-up", { method: "POST", json: { email } })).status, 202);

test("the binding is handed the whole mail", async () => {
  await signUp("owner@example.com");
  const [mail] = await eventually(postbox);
  const { text, subject, ...more } = mail;
  assert.deepEqual(more, { from: { name: "Postern Posts", email: "mail@example.com" }, to: "owner@example.com" });
  assert.match(text, /https:\/\/api\.example\.com\/dashboard\/confirm#/);
  assert.ok(subject);
});

test("a mail whose recipient is at fault is lost at once, and any other one is tried again", async () => {
  for (const [code, alarm] of [["E_RECIPIENT_NOT_ALLOWED", "mail-lost"], ["E_RECIPIENT_SUPPRESSED", "mail-lost"], ["E_RATE_LIMIT_EXCEEDED", "mail-late"]]) {
    await postbox(code);
    await signUp(`${code.toLowerCase()}@example.com`);
    const said = new RegExp(`"alarm":"${alarm}","cause":"mail \\d+: ${code} the binding says no`);
    assert.ok(await eventually(() => said.test(server.logs())), server.logs());
  }
});
