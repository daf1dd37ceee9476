// What both workers have in common.

import { expose } from "comlink";
import { open } from "./border.js";

open();

/** Answers the page with these methods. */
export const serve = (methods) => expose({ ...methods, hold });

/** Holds a lock as long as this worker lives. Returns whether the platform has locks here. */
async function hold(name) {
  if (!globalThis.navigator?.locks) return false;
  await new Promise((resolve, reject) => {
    navigator.locks.request(name, () => new Promise(() => resolve())).catch(reject);
  });
  return true;
}
