// Starts a program that ends when this process is gone, even if that was killed (`kill -9`, out of memory): a runtime that is left
// behind would hold the port, and write to the databases beside the next one.

import { launch } from "./run.mjs";

/**
 * Waits at the other end of a pipe that this process holds. A line says that the program ended in good order. Where none comes, the
 * system has closed the pipe, and the program's group is ended: asked first, and made to after five seconds.
 */
const GUARD = `{ trap '' TERM; read -r _ && exit; kill -TERM 0; sleep 5; kill -KILL 0; } <&3 >/dev/null 2>&1 & exec "$@" 3<&-`;

/** Starts a program in a group of its own, with a guard. It has no stdin. The options are those of `spawn`. */
export function launchGuarded(command, args, options = {}) {
  const child = launch("sh", ["-c", GUARD, "sh", command, ...args], { ...options, stdio: ["ignore", "pipe", "pipe", "pipe"] });
  const [, , , guard] = child.stdio;
  guard.on("error", () => {}); // it was killed with its group
  child.once("exit", () => guard.end("\n"));
  return child;
}
