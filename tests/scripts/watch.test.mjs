import assert from "node:assert/strict";
import { test } from "node:test";
import { ownChecks } from "../../scripts/lib/server.mjs";
import { keepServing } from "../../scripts/lib/watch.mjs";

const PACE = { everyMs: 5, againMs: 5, patienceMs: 50, restarts: 3, withinMs: 60_000 };

/** A runtime that answers as it is told to, and remembers whether it was stopped. */
function fakeRuntime(answer) {
  const runtime = { answer, stopped: false, logs: () => "its last words" };
  runtime.ended = new Promise((resolve) => (runtime.end = resolve));
  runtime.stop = async () => (runtime.stopped = true);
  return runtime;
}

const answering = () => fakeRuntime(async () => ({ status: 503 }));
const silent = () => fakeRuntime(async () => Promise.reject(new Error("refused")));

/** Serves with these runtimes one after the other, and leaves once the last has been asked ten times. */
async function serve(...runtimes) {
  let left = 10;
  let leaving = false;
  const ask = (runtime) => {
    if (runtime === runtimes.at(-1) && (left -= 1) === 0) {
      leaving = true;
      runtime.end({ code: 0, signal: null });
    }
    return runtime.answer();
  };
  let next = 0;
  const start = async () => {
    next += 1;
    if (runtimes[next] instanceof Error) throw runtimes[next];
    return runtimes[next];
  };
  await keepServing({ runtime: runtimes[0], start, ask, isLeaving: () => leaving, pace: PACE });
  return next;
}

test("a runtime that answers stays, whatever it answers", async () => {
  const runtime = answering();
  assert.equal(await serve(runtime), 0);
  assert.equal(runtime.stopped, false);
});

test("a runtime that has fallen silent is stopped and started again", async () => {
  const [first, second] = [silent(), answering()];
  assert.equal(await serve(first, second), 1);
  assert.deepEqual([first.stopped, second.stopped], [true, false]);
});

test("one that misses a few checks stays", async () => {
  let misses = 3;
  const runtime = fakeRuntime(async () => (misses-- > 0 ? Promise.reject(new Error("busy")) : {}));
  assert.equal(await serve(runtime), 0);
});

test("a runtime that has ended is started again", async () => {
  const first = answering();
  first.end({ code: 1, signal: null });
  assert.equal(await serve(first, answering()), 1);
  assert.equal(first.stopped, true);
});

test("a start that fails is tried again", async () => {
  assert.equal(await serve(silent(), new Error("no"), new Error("no"), answering()), 3);
});

test("the fourth failure is the last, and says what was the matter", async () => {
  await assert.rejects(serve(silent(), silent(), silent(), silent(), answering()), {
    message: "The Worker has not answered for 0.1 s. It was started again 3 times within 1 min already.",
    output: "its last words",
    code: 1,
  });
});

const LOGGED = '{"id":"0","route":"health","status":200,"ms":0}';
const REQUEST = "[wrangler:info] HEAD /api/v1/health 200 OK (8ms)";

test("a check of our own is left out of the log, one line of each kind", () => {
  const own = ownChecks();
  own.expect();
  assert.deepEqual([LOGGED, REQUEST, LOGGED, REQUEST].map(own.isOne), [true, true, false, false]);
});

test("what others ask and what went wrong is logged", () => {
  const own = ownChecks();
  assert.equal(own.isOne(LOGGED), false);
  own.expect();
  const kept = [LOGGED.replace("200", "503"), LOGGED.replace("health", "search"), REQUEST.replace("HEAD", "GET"), REQUEST.replace("200 OK", "503")];
  assert.deepEqual(kept.map(own.isOne), [false, false, false, false]);
});
