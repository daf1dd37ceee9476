// The public API as a caller uses it, and its envelope.

import assert from "node:assert/strict";

export const API = "/api/v1";
export const SEARCH = `${API}/posts/search`;

/** A caller of a server: with its token, unless another one (or null: none) is given. */
export function caller(server) {
  return (path, { token = server.token, headers = {}, ...rest } = {}) => {
    const credential = token === null ? {} : { authorization: `Bearer ${token}` };
    return server.call(path, { headers: { ...credential, ...headers }, ...rest });
  };
}

/** Calls the operators' API, with a JSON body where there is one. */
export function operator(server) {
  return (path, json, options = {}) =>
    server.call(`/operator/v1${path}`, { method: json === undefined ? "GET" : "POST", bearer: server.operatorSecret, json, ...options });
}

/** An address with a query. Values that are undefined are left out. */
export function address(path, query = {}) {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  return pairs.length > 0 ? `${path}?${pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")}` : path;
}

/** The ids of the posts of a page, without their network. */
export const ids = (answer) => answer.body.data.posts.map((one) => one.platform_post_id);

/** Checks an error's envelope and returns the error. */
export function fault(answer, status, code) {
  assert.deepEqual([answer.status, answer.body?.error?.code], [status, code], answer.text);
  assert.deepEqual(Object.keys(answer.body), ["success", "error"]);
  const keys = ["code", "message", "request_id", ...(code === "INVALID_PARAMETER" ? ["details"] : [])];
  assert.deepEqual(Object.keys(answer.body.error), keys);
  assert.equal(answer.body.success, false);
  assert.equal(answer.body.error.request_id, answer.headers["x-request-id"]);
  assert.ok(answer.body.error.message.length > 0);
  assert.equal(answer.headers["content-type"], "application/json; charset=utf-8");
  return answer.body.error;
}

/** The faults of a 400, as `parameter CODE`, in their order. */
export function faults(answer) {
  return fault(answer, 400, "INVALID_PARAMETER").details.map((one) => `${one.parameter} ${one.code}`);
}

/** Walks all pages by their cursors, at most `most` of them, and checks what pages promise. Returns the posts. */
export async function walk(get, path, query = {}, most = 200) {
  const posts = [];
  let cursor;
  for (let page = 0; page < most; page += 1) {
    const answer = await get(address(path, { ...query, cursor }));
    assert.equal(answer.status, 200, answer.text);
    const { posts: part, page: about } = answer.body.data;
    posts.push(...part);
    assert.deepEqual([about.returned, about.limit], [part.length, query.limit ?? 50]);
    assert.equal(about.next_cursor !== null, about.has_more);
    assert.equal(answer.headers.link !== undefined, about.has_more);
    if (!about.has_more) return posts;
    assert.equal(part.length, about.limit, "a page that is not the last one is full");
    assert.ok(answer.headers.link.includes(`cursor=${about.next_cursor}`), answer.headers.link);
    cursor = about.next_cursor;
  }
  throw new Error(`expected the last page within ${most}`);
}

/** Makes another account on a server and returns its token. */
export async function newAccount(server, email, credits) {
  const made = await operator(server)("/accounts", { email, credits });
  assert.equal(made.status, 201, made.text);
  return made.body.data.token;
}

/** The balance of a token's account. */
export async function balance(get, token) {
  const answer = await get(`${API}/account`, { token });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.balance.current;
}
