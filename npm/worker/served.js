// What both workers have in common.

import { expose } from "comlink";
import { open } from "./border.js";

open();

/** Answers the page with these methods. */
export const serve = (methods) => expose({ ...methods, hold });

/** Options with what crossed the border apart from them. What are no options stay so, to be refused as such. */
export function joined(options, more) {
  if (typeof options !== "object" && options !== undefined) return options;
  return { ...options, ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)) };
}

/** Holds a lock as long as this worker lives. Returns whether the platform has locks here. */
async function hold(name) {
  if (!globalThis.navigator?.locks) return false;
  await new Promise((resolve, reject) => {
    navigator.locks.request(name, () => new Promise(() => resolve())).catch(reject);
  });
  return true;
}
