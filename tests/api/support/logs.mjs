// What a server logged.

/** The JSON lines of calls. The local runtime marks those of errors and colours them. */
export function logged(server) {
  const lines = server.logs().split("\n").map((line) => /\{"id":.*\}/.exec(line)?.[0]);
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}
