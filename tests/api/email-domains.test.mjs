// Domains of e-mail addresses in the real runtime, whose own `URL` turns Unicode into ASCII. Native builds ask the idna crate
// (src/email/domain.rs), and both must agree.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operator } from "./support/api.mjs";
import { startServer } from "../support/server.mjs";

let server;
before(async () => {
  server = await startServer({ account: false });
});
after(() => server?.stop());

const make = (email) => operator(server)("/accounts", { email });

test("a domain in Unicode and its form in ASCII are one account", async () => {
  for (const [n, [written, ascii]] of [
    ["MÜNCHEN.de", "xn--mnchen-3ya.de"],
    ["Ｅxample.com", "example.com"],
    ["faß.de", "xn--fa-hia.de"],
    ["例え。テスト", "xn--r8jz45g.xn--zckzah"],
    ["ΣΊΣΥΦΟΣ.example", "xn--kxa6akbbkh.example"],
  ].entries()) {
    assert.equal((await make(`reef${n}@${written}`)).status, 201, written);
    const again = await make(`REEF${n}@${ascii}`);
    assert.equal(again.status, 409, `${written} and ${ascii}: ${JSON.stringify(again.body)}`);
  }
});

test("what a parser of hosts would take, and what is no domain, is refused", async () => {
  const domains = ["b", "b.", "a%62.com", "127.0.0.1", "１２７.0.0.1", "0x7f.1", "[::1]", "b:80", "b.com/x", "b.com?x", "b.com#x", "x@b.com", "b（1）.com"];
  for (const domain of [...domains, "-b.com", "b_c.com", "ab--c.com", "xn--a.com", "xn--abc-.com", "exam\u202eple.com", "ex\u200dample.com", `${"b".repeat(64)}.com`, "ü".repeat(60) + ".com"]) {
    const refused = await make(`a@${domain}`);
    assert.equal(refused.status, 400, `${domain}: ${JSON.stringify(refused.body)}`);
  }
});
