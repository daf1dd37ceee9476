// Copies of posts in a browser, of a real Worker: two services with posts, a page with the package, and contexts with tabs of it.

import { after, before } from "node:test";
import { join } from "node:path";
import { withDatabase } from "../../api/support/databases.mjs";
import { load, post } from "../../api/support/posts.mjs";
import { startServer } from "../../support/server.mjs";
import { serve } from "./browser.mjs";
import { project, write } from "./installed.mjs";

const PAGE = `<!doctype html><meta charset="utf-8"><title>Copies</title><script type="module">
  const [{ Postern }, { Replica }, { PostSet }] = await Promise.all(["core", "replica", "worker"].map((name) => import(\`/postern/\${name}/index.js\`)));
  const client = (url, token, more) => new Postern({ baseUrl: url, token, retries: 0, ...more });
  const failure = (promise) => promise.then(() => null, ({ name, code }) => \`\${name} \${code}\`);
  /** What a copy, or a service, answers, as text, without what a call costs. */
  const answers = async (source, calls) => {
    const texts = [];
    for (const [method, args] of calls) {
      for await (const { credits, requestId, ...answer } of source[method](...args).pages()) texts.push(JSON.stringify(answer));
    }
    return texts;
  };
  const ids = async (source, options) => {
    const found = [];
    for await (const { id } of source.search({ limit: 100, ...options }).all()) found.push(id);
    return found.sort();
  };
  /** Everything that is stored, as text. */
  const stored = async (name) => {
    const asked = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
    const database = await asked(indexedDB.open(\`@postern/client/\${name}\`));
    const all = [];
    for (const store of database.objectStoreNames) {
      for (const value of await asked(database.transaction(store).objectStore(store).getAll())) all.push(value.text ? new TextDecoder().decode(value.text) : JSON.stringify(value));
    }
    database.close();
    return all.join("\\n");
  };
  Object.assign(globalThis, { Replica, PostSet, client, failure, answers, ids, stored });
  document.title = "ready";
</script>`;
const DAY = 86_400_000;

/** So many posts. */
export const many = (count, over = {}) => Array.from({ length: count }, (_, n) => post(`${over.prefix ?? "m"}${n}`, { content: `low tide ${n}`, published_at: new Date(Date.parse("2026-03-01") + n * DAY / 500).toISOString(), likes_count: n % 10, ...over.post }));

/** What a page needs to call a service. */
export const access = ({ url, token }) => [url, token];

/** The stage of a file's tests: in the browser that `launch` starts. */
export function setCopies(launch) {
  const stage = new Stage();
  before(() => stage.set(launch));
  after(() => stage.clear());
  return stage;
}

class Stage {
  async set(launch) {
    [this.browser, this.consumer, this.server, this.other] = await Promise.all([launch(), project(), startServer(), startServer()]);
    write(join(this.consumer.folder, "page"), { "index.html": PAGE });
    this.files = await this.serveTo(`${this.server.url} ${this.other.url}`);
    await load(this.server, many(350));
    // Test servers start from copies of one database, and so in one era.
    withDatabase(this.other.state, "POSTS_0", (database) => database.exec("UPDATE eras SET era = '00000000000000ff'"));
    await load(this.other, many(230, { prefix: "o" }));
  }

  async clear() {
    await Promise.all([this.files?.stop(), this.browser?.close(), this.server?.stop(), this.other?.stop()]);
    await this.consumer?.remove();
  }

  /** Serves the page so that it may call these services. */
  serveTo(connect) {
    return serve({ "/": join(this.consumer.folder, "page"), "/postern/": join(this.consumer.folder, "node_modules/@postern/client/dist") }, connect);
  }

  /** A context, and its pages. */
  async inContext(use, url = this.files.url) {
    const context = await this.browser.newContext();
    const open = async () => {
      const page = await context.newPage();
      await page.goto(url);
      await page.waitForFunction(() => document.title === "ready");
      return page;
    };
    try {
      return await use(open, context);
    } finally {
      await context.close();
    }
  }

  inPage(work, argument, url) {
    return this.inContext(async (open) => (await open()).evaluate(work, argument), url);
  }
}
