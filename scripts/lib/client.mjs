// Calls to the local service, in the operator's name and in the demo account's.

import http from "node:http";
import https from "node:https";
import { Fault } from "./say.mjs";

/**
 * Sends one request and reads the whole answer. Unlike `fetch` it may name any Host and accepts the certificate that
 * the local runtime makes for itself, so it is for this machine only.
 *
 * @param {string} url
 * @param {{ method?: string, headers?: object, body?: string, bearer?: string, json?: unknown, within?: number }} options
 *   `within`: how many milliseconds nothing may come, a minute unless set
 * @returns {Promise<{ status: number, headers: object, text: string, body: any }>} `body` is the JSON, or undefined
 */
export function call(url, { method = "GET", headers = {}, body, bearer, json, within = 60_000 } = {}) {
  const sent = { ...headers };
  if (bearer !== undefined) sent.authorization = `Bearer ${bearer}`;
  if (json !== undefined) sent["content-type"] = "application/json";
  const sentBody = json === undefined ? body : JSON.stringify(json);
  // Node leaves the length out where a method usually has no body, and then the body is lost.
  if (sentBody !== undefined && !sent["transfer-encoding"]) sent["content-length"] ??= String(Buffer.byteLength(sentBody));
  const { request } = url.startsWith("https:") ? https : http;
  return new Promise((resolve, reject) => {
    const options = { method, headers: sent, agent: false, rejectUnauthorized: false };
    const outgoing = request(url, options, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("error", reject);
      answer.on("end", () => {
        const text = Buffer.concat(parts).toString("utf8");
        resolve({ status: answer.statusCode, headers: answer.headers, text, body: parsed(text) });
      });
    });
    outgoing.on("error", reject);
    outgoing.setTimeout(within, () => outgoing.destroy(new Error(`${method} ${url}: no answer within ${within / 1000} s`)));
    outgoing.end(sentBody);
  });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unexpected(doing, answer, expected) {
  return new Fault(`${doing}: the Worker answered ${answer.status} ${answer.text.slice(0, 500)}`, { expected });
}

/** Makes an account, or a new token for the one that has this e-mail address. Returns the token. */
export async function makeAccount(url, operatorSecret, account) {
  const accounts = `${url}/operator/v1/accounts`;
  const made = await call(accounts, { method: "POST", bearer: operatorSecret, json: account });
  if (made.status === 201) return made.body.data.token;
  if (made.status === 409) return regenerate(url, operatorSecret, account.email);
  throw unexpected(`Making the account ${account.email}`, made, "201");
}

/** Replaces an account's token and returns the new one. */
export async function regenerate(url, operatorSecret, email) {
  const address = `${url}/operator/v1/accounts/${encodeURIComponent(email)}/token`;
  const answer = await call(address, { method: "POST", bearer: operatorSecret, json: { action: "regenerate" } });
  if (answer.status === 200) return answer.body.data.token;
  throw unexpected(`Making a new token for ${email}`, answer, "200");
}

/** Loads posts, given as canonical lines, all of which have to be taken. */
export async function loadPosts(url, operatorSecret, posts) {
  const headers = { "content-type": "application/x-ndjson" };
  const answer = await call(`${url}/operator/v1/posts`, { method: "POST", bearer: operatorSecret, headers, body: posts.join("\n") });
  if (answer.status !== 200 || answer.body.data.rejected.length > 0) throw unexpected("Loading posts", answer, "200, and no post rejected");
}

/** Fills the next posts from before an upgrade. Returns whether there are more. */
export async function fillPosts(url, operatorSecret) {
  const answer = await call(`${url}/operator/v1/fill`, { method: "POST", bearer: operatorSecret, headers: { "content-type": "application/json" }, body: "{}" });
  if (answer.status !== 200) throw unexpected("Filling posts", answer, "200");
  return answer.body.data.shards_left > 0;
}

/** An account as the operator sees it, or null. */
export async function findAccount(url, operatorSecret, email) {
  for (let cursor = null; ; ) {
    const query = new URLSearchParams({ limit: "100", ...(cursor && { cursor }) });
    const answer = await call(`${url}/operator/v1/accounts?${query}`, { bearer: operatorSecret });
    if (answer.status !== 200) throw unexpected("Listing the accounts", answer, "200");
    const { accounts, page } = answer.body.data;
    const found = accounts.find((account) => account.email === email);
    if (found || !page.next_cursor) return found ?? null;
    cursor = page.next_cursor;
  }
}

/** Asks for a sign of life, of which the answer's status tells nothing. */
export const pulse = (url, within) => call(`${url}/api/v1/health`, { method: "HEAD", within });

/** Whether the service answers, whatever it says. */
export const answers = (url) => call(`${url}/api/v1/health`).then(() => true);

/** Whether the service says that it is healthy. */
export const isHealthy = (url) => call(`${url}/api/v1/health`).then(({ status }) => status === 200);
