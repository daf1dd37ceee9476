// Opening files on a page.

import { post } from "../../api/support/posts.mjs";
import { visit } from "./browser.mjs";

export const POSTS = [
  post("a", { content: "coral at dusk, \"quoted\"", likes_count: 5, hashtags: ["reef", "dusk"] }),
  post("b", { content: "=HYPERLINK(\"https://elsewhere.example\")", platform: "x", likes_count: 9 }),
  post("c", { content: "a\nb, c", platform: "tiktok", media_type: "video", media: [{ type: "video", url: "videos/c.mp4" }] }),
];

/** A file to choose. */
export const file = (name, content) => ({ name, mimeType: "", buffer: Buffer.from(content) });

/** A visitor on the page, with what was asked of the service and what was sent along. */
export async function onPage({ browser, server }, options) {
  const visitor = await visit(browser, server, options);
  const asked = [];
  visitor.page.on("request", (request) => asked.push([request.method(), new URL(request.url()).pathname, request.postData()]));
  await visitor.go("/open/");
  return Object.assign(visitor, { asked });
}

/** The same, with files opened. */
export async function opened(where, files, options) {
  const visitor = await onPage(where, options);
  await visitor.page.locator("#files").setInputFiles(files);
  await visitor.page.locator("#report-title").waitFor();
  return visitor;
}
