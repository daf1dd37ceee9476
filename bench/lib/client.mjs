// Calls to a Worker under measurement, over connections that stay open.

import http from "node:http";
import { Fault } from "../../scripts/lib/say.mjs";

/** A caller with a token. `get` reads the whole answer and parses its JSON only where `json` asks for it. */
export class Client {
  constructor(url, token, connections = 4) {
    this.url = new URL(url);
    this.headers = { authorization: `Bearer ${token}` };
    this.agent = new http.Agent({ keepAlive: true, maxSockets: connections });
    this.connections = connections;
  }

  /** Calls an address. Anything but 200 is a fault: what is measured has to work. */
  async get(path, { json = false, headers = {} } = {}) {
    const answer = await this.call(path, headers);
    if (answer.status !== 200) {
      throw new Fault(`GET ${path}: the Worker answered ${answer.status} ${answer.text().slice(0, 300)}`, { expected: "200" });
    }
    return json ? { ...answer, body: JSON.parse(answer.text()) } : answer;
  }

  call(path, headers = {}) {
    const { hostname, port } = this.url;
    return new Promise((resolve, reject) => {
      const options = { hostname, port, path, agent: this.agent, headers: { ...this.headers, ...headers } };
      const outgoing = http.get(options, (answer) => {
        const parts = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", () => {
          const text = () => Buffer.concat(parts).toString("utf8");
          resolve({ status: answer.statusCode, headers: answer.headers, text });
        });
      });
      outgoing.on("error", reject);
    });
  }

  /** Calls addresses in turn until `count` calls are answered, as many at a time as there are connections. */
  async drive(paths, count) {
    let next = 0;
    const one = async () => {
      while (next < count) await this.get(paths[next++ % paths.length]);
    };
    await Promise.all(Array.from({ length: Math.min(this.connections, count) }, one));
  }

  close() {
    this.agent.destroy();
  }
}

/** What storage did for an answer. `sql` is the SQL time of both databases in milliseconds, null where it is not told. */
export function storageOf({ headers }) {
  const timing = headers["server-timing"];
  const parts = timing === undefined ? [] : [...timing.matchAll(/(\w+);dur=([\d.]+)/g)];
  const durations = Object.fromEntries(parts.map(([, name, value]) => [name, Number(value)]));
  return {
    read: Number(headers["x-rows-read"]),
    written: Number(headers["x-rows-written"]),
    plan: headers["x-plan"] ?? null,
    sql: timing === undefined ? null : (durations.posts ?? 0) + (durations.accounts ?? 0),
    posts: durations.posts ?? null,
  };
}
