// Clients of the Model Context Protocol: the official ones, of both generations, and raw messages.

import { Client as StatelessClient, StreamableHTTPClientTransport as StatelessTransport } from "@modelcontextprotocol/client";
import { Client as SessionClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as SessionTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const ABOUT = { name: "postern-tests", version: "1.0.0" };
/** The newest revision, whose requests stand for themselves. */
export const NEWEST = "2026-07-28";

const options = (token, headers) => ({ requestInit: { headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers } } });

/** Ways to connect: the name of the revision that is spoken, and a function that returns a connected client. */
export const CLIENTS = [
  [NEWEST, async (url, token, headers) => {
    const client = new StatelessClient(ABOUT, { versionNegotiation: { mode: { pin: NEWEST } } });
    await client.connect(new StatelessTransport(new URL(`${url}/mcp`), options(token, headers)));
    return client;
  }],
  ["whatever both speak", async (url, token, headers) => {
    const client = new StatelessClient(ABOUT, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StatelessTransport(new URL(`${url}/mcp`), options(token, headers)));
    return client;
  }],
  ["2025-11-25", async (url, token, headers) => {
    const client = new SessionClient(ABOUT);
    await client.connect(new SessionTransport(new URL(`${url}/mcp`), options(token, headers)));
    return client;
  }],
];

/** Sends a message as it is. */
export function rpc(server, message, { token = server.token, headers = {}, ...rest } = {}) {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  const credential = token === null ? {} : { authorization: `Bearer ${token}` };
  const accept = "application/json, text/event-stream";
  return server.call("/mcp", { method: "POST", body, headers: { accept, "content-type": "application/json", ...credential, ...headers }, ...rest });
}

/** A request of a revision before the newest. */
export const request = (method, params) => ({ jsonrpc: "2.0", id: 1, method, params });

/** A call of a tool. */
export const tool = (name, args) => request("tools/call", { name, arguments: args });
