// The dashboard as a browser uses it: cookies are kept, and calls come from a page of the service.

import assert from "node:assert/strict";

/** The mails that would have been sent, newest first. */
export async function outbox(server) {
  const answer = await server.call("/dashboard/outbox", { headers: { accept: "application/json" } });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.mails;
}

/** A browser without cookies. */
export function browser(server) {
  const jar = new Map();
  const cookie = () => [...jar].map((pair) => pair.join("=")).join("; ");
  const send = async (method, place, json, { headers = {} } = {}) => {
    const own = { cookie: cookie(), "sec-fetch-site": "same-origin", ...headers };
    const sent = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
    const type = sent["content-type"];
    const body = type ? { body: JSON.stringify(json) } : { json };
    const answer = await server.call(`/dashboard/api/${place}`, { method, headers: sent, ...body });
    for (const set of answer.headers["set-cookie"] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set);
      jar.set(name, value);
    }
    return answer;
  };
  const post = (place, json, options) => send("POST", place, json, options);
  const link = (mail) => {
    const found = /\/dashboard\/confirm#(\S+)/.exec(mail.text);
    assert.ok(found, mail.text);
    return found[1];
  };
  return {
    cookie,
    send,
    post,
    link,
    get: (place, options) => send("GET", place, undefined, options),
    /** Signs up or in by the mail that comes for it. */
    enter: async (place, email) => {
      assert.equal((await post(place, { email })).status, 202);
      const mail = (await outbox(server)).find((one) => one.to === email);
      const entered = await post("confirm", { link: link(mail) });
      assert.equal(entered.status, 200, entered.text);
    },
  };
}
