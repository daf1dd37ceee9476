// A Postern that is worth fuzzing: posts, accounts and payments under the names that the API document's examples and
// schemathesis.toml use, and every credential that the document knows.

import { browserToken } from "../../api/support/browser-token.mjs";
import { operator } from "../../api/support/api.mjs";
import { load, post } from "../../api/support/posts.mjs";
import { startServer } from "../../support/server.mjs";
import { startStripe, stripeSecrets } from "../../support/stripe.mjs";

const NETWORKS = ["instagram", "tiktok", "x", "snapchat", "linkedin"];
const AUTHORS = ["tide.tables", "kelp.kitchen"];
/** More than a page holds. */
const POSTS = 120;
const SESSIONS = ["cs_live_a1Q2w3E4", "cs_test_stranger1", "cs_test_stranger2", "cs_test_stranger3"];
const HOUR_S = 3_600;

/** A time in April 2026, six hours after the one before. */
const instant = (n) => new Date(Date.UTC(2026, 3, 1, 6 * n)).toISOString();

/** Post number `n` of a network: some counts and kinds of media are not known, as in real ones. */
function one(platform, n) {
  const media = ["image", "video", "carousel", null][Math.floor(n / 2) % 4];
  return post(n === 0 ? "Dk2LmN0pQrS" : `p${n}`, {
    platform,
    username: AUTHORS[n % AUTHORS.length],
    content: `Low tide ${n}, kelp and #seagrass #海草`,
    media_type: platform === "instagram" && n % 9 === 0 ? "reel" : media,
    likes_count: n % 5 === 0 ? null : n * 100,
    comments_count: n % 7 === 0 ? null : n,
    published_at: instant(n),
    collected_at: instant(n + 1),
  });
}

/**
 * Starts the service and its surroundings.
 *
 * @returns {Promise<{ url: string, variables: object, logs: () => string, stop: () => Promise<void> }>} `variables`: its
 *   credentials, for hooks.py
 */
export async function setStage() {
  const stripe = await startStripe(stripeSecrets());
  const server = await startServer({ ...stripe.settings, account: { credits: Number.MAX_SAFE_INTEGER } });
  stripe.sendTo(server);
  for (const platform of NETWORKS) await load(server, Array.from({ length: POSTS }, (_, n) => one(platform, n)));
  for (const name of ["mara", "ivo"]) await operator(server)("/accounts", { email: `${name}@fjordlab.example`, credits: 5 });
  for (const id of SESSIONS) await stripe.pay(stripe.strangeSession({ id }));
  return {
    url: server.url,
    variables: {
      POSTERN_TOKEN: server.token,
      POSTERN_BROWSER_TOKEN: browserToken(server.token, [], { expiresIn: 12 * HOUR_S }),
      POSTERN_OPERATOR_SECRET: server.operatorSecret,
    },
    logs: server.logs,
    stop: async () => {
      await server.stop();
      await stripe.stop();
    },
  };
}
