// Posts that try to be more than text, in every field that a source fills.

import { post } from "../../api/support/posts.mjs";

/** Texts that would run, link or turn the page around if they were anything but text. */
export const HOSTILE = [
  `<script>globalThis.hacked = 1</script>`,
  `<img src=x onerror="globalThis.hacked = 1">`,
  `"><svg onload=globalThis.hacked=1>`,
  `'-globalThis.hacked=1-'`,
  `\${globalThis.hacked = 1}{{constructor.constructor("globalThis.hacked=1")()}}`,
  `</code></pre><h1>title</h1>`,
  `\u202egnp.tfel\u202c \u2067right\u2066 \u200f\u200e`,
  `Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a\u032f\u031e\u0320\u034da\u036b\u0357\u0334\u0362\u0335\u031c\u0330\u0354l\u0368\u0367\u0369\u0358\u0320g\u0311\u0357\u030e\u0305\u035b\u0341o`,
  `a very long word ${"x".repeat(300)}`,
];

/** Addresses that no link may lead to. */
export const ADDRESSES = ["javascript:globalThis.hacked=1", " JaVaScRiPt:globalThis.hacked=1", "data:text/html,<script>globalThis.hacked=1</script>", "vbscript:x", "file:///etc/passwd", "//elsewhere.example/a", "media/../../x.jpg", "blob:https://elsewhere.example/x"];

/** One post for each text, which stands in every field that takes any text, with addresses of the other list. */
export function hostilePosts() {
  return HOSTILE.map((text, n) =>
    post(`h${n}${text.replace(/[\s/]/g, "")}`.slice(0, 60), {
      author: { id: text, username: `u${n}<b>x`, display_name: text, url: ADDRESSES[n % ADDRESSES.length], avatar_url: ADDRESSES[n % ADDRESSES.length], verified: true, followers_count: n },
      content: text,
      language: text.slice(0, 30),
      url: ADDRESSES[n % ADDRESSES.length],
      media_type: "image",
      media: [{ type: "image", url: ADDRESSES[n % ADDRESSES.length], preview_url: ADDRESSES[(n + 1) % ADDRESSES.length], width: 1, height: 1, duration_ms: null, alt_text: text }],
      hashtags: [`<b>${n}`, `"onx=${n}`],
      mentions: [`<i>${n}`],
      kind: "quote",
      refers_to: `instagram:${text.replace(/[\s/]/g, "").slice(0, 40)}`,
      approximate: ["likes_count"],
      likes_count: n,
    }),
  );
}
