import assert from "node:assert/strict";
import { test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { settings } from "../../scripts/lib/settings.mjs";

test("nothing set means the documented defaults", () => {
  assert.deepEqual(settings({}), { port: 8787, limit: 100_000, state: inRoot(".postern"), verbose: false });
});

test("an empty variable is one that is not set", () => {
  assert.deepEqual(settings({ PORT: "", POSTERN_STATE: "", POSTERN_RATE_LIMIT: "", POSTERN_LOG: "" }), settings({}));
});

test("each variable overrides", () => {
  const env = { PORT: "9000", POSTERN_STATE: "/tmp/elsewhere", POSTERN_RATE_LIMIT: "7", POSTERN_LOG: "1" };
  assert.deepEqual(settings(env), { port: 9000, limit: 7, state: "/tmp/elsewhere", verbose: true });
});

test("a relative state folder is one of the project", () => {
  assert.equal(settings({ POSTERN_STATE: "other" }).state, inRoot("other"));
});

for (const port of ["0", "65536", "08787", "+1", "1e3", "80.0", "http", " 80"]) {
  test(`PORT "${port}" is refused, with what was expected`, () => {
    assert.throws(() => settings({ PORT: port }), {
      message: `PORT is "${port}".`,
      expected: "a whole number from 1 to 65535",
      code: 2,
    });
  });
}

test("a rate limit of nothing is refused", () => {
  assert.throws(() => settings({ POSTERN_RATE_LIMIT: "0" }), { message: 'POSTERN_RATE_LIMIT is "0".', code: 2 });
});
