// The floor as the bench runs it: a Worker that always gives the same answer, byte for byte one that Postern gave.

import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { Client } from "./client.mjs";
import { KEPT } from "./data.mjs";
import { modules } from "./postern.mjs";
import { serve } from "./runtime.mjs";

/** A line such as the others log for each call. */
const LINE = JSON.stringify({ id: "0".repeat(32), route: "posts-by-user", status: 200, ms: 1, rows_read: 112, credits: 1, account: 1, plan: "author" });

/** Headers that the runtime writes by itself. */
const OF_THE_CONNECTION = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

/**
 * Starts the floor.
 *
 * @param {{ headers: object, text: () => string }} answer what it answers every call with
 */
export async function startFloor({ headers, text }) {
  const folder = join(KEPT, "floor");
  const [script, body] = ["floor.js", "body.bin"].map((name) => join(folder, name));
  mkdirSync(folder, { recursive: true });
  cpSync(inRoot("bench", "lib", "worker", "floor.js"), script);
  writeFileSync(body, text());
  const sent = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name));
  const runtime = await serve(folder, {
    name: "floor",
    compatibilityDate: "2026-11-01",
    compatibilityFlags: ["no_nodejs_compat", "no_nodejs_compat_v2"],
    bindings: { LINE, HEADERS: Object.fromEntries(sent) },
    modulesRoot: folder,
    modules: [...modules([script]), { type: "Data", path: body }],
  });
  const client = new Client(runtime.url, "");
  const stop = async () => {
    client.close();
    await runtime.stop();
  };
  return { ...runtime, client, stop };
}
