// The peer: the same API for posts, in JavaScript with Hono.

import { Hono } from "hono";
import { cors } from "hono/cors";
import { requestId } from "hono/request-id";
import { authenticate } from "./credential.js";
import { ApiError, errorBody } from "./error.js";
import { postsHandler } from "./posts.js";

const EXPOSED = ["ETag", "Link", "RateLimit-Policy", "Retry-After", "X-Credits-Charged", "X-Credits-Remaining", "X-Request-Id"];
const LONGEST_ADDRESS = 8192;

const app = new Hono();

app.use("/api/*", requestId({ limitLength: 64, headerName: "X-Request-Id" }));
app.use("/api/*", cors({ origin: "*", allowHeaders: ["Authorization", "X-API-Token", "If-None-Match", "Idempotency-Key", "X-Request-Id"], exposeHeaders: EXPOSED, maxAge: 86_400 }));
app.use("/api/*", async (c, next) => {
  const began = Date.now();
  await next();
  c.header("Vary", "Authorization, X-API-Token, Origin, Accept");
  c.header("X-Content-Type-Options", "nosniff");
  const { account, credits = 0 } = c.var;
  console.log(JSON.stringify({ id: c.var.requestId, route: c.req.routePath, status: c.res.status, ms: Date.now() - began, credits, account: account?.id ?? null }));
});
app.use("/api/*", async (c, next) => {
  if (c.req.url.length > LONGEST_ADDRESS) throw new ApiError("URI_TOO_LONG");
  if (!["GET", "HEAD"].includes(c.req.method)) throw new ApiError("METHOD_NOT_ALLOWED", { headers: { Allow: "GET, HEAD, OPTIONS" } });
  const accept = c.req.header("Accept");
  if (accept && !/(application\/(json|\*)|\*\/\*)/i.test(accept)) throw new ApiError("NOT_ACCEPTABLE");
  await next();
});

app.use("/api/v1/posts/*", authenticate);
app.get("/api/v1/posts/by-user/:platform/:username", postsHandler("by-user"));
app.get("/api/v1/posts/by-hashtag/:platform/:hashtag", postsHandler("by-hashtag"));
app.get("/api/v1/posts/search", postsHandler("search"));

app.notFound((c) => answerError(c, new ApiError("NOT_FOUND")));
app.onError((error, c) => {
  if (error instanceof ApiError) return answerError(c, error);
  console.error(error);
  return answerError(c, new ApiError(/D1_ERROR/.test(error.message) ? "STORAGE_UNAVAILABLE" : "INTERNAL_ERROR"));
});

function answerError(c, error) {
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  c.header("Cache-Control", "no-store");
  const { account } = c.var;
  if (account) {
    c.header("X-Credits-Charged", "0");
    c.header("X-Credits-Remaining", String(account.balance));
  }
  return c.json(errorBody(error, c.var.requestId), error.status);
}

export default app;
