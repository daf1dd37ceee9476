// Calls a service by the types that openapi-typescript makes of the API document, with openapi-fetch. It is compiled strictly, so each
// line also says what the types have to allow; what they must not allow is expected to be an error. Prints what came.

import createClient from "openapi-fetch";
import type { components, paths } from "./api.d.ts";

declare const process: { env: Record<"POSTERN_URL" | "POSTERN_TOKEN" | "POSTERN_OPERATOR_SECRET", string> };

type Post = components["schemas"]["Post"];

const as = (token: string) => createClient<paths>({ baseUrl: process.env.POSTERN_URL, headers: { Authorization: `Bearer ${token}` } });
const api = as(process.env.POSTERN_TOKEN);
const operator = as(process.env.POSTERN_OPERATOR_SECRET);

/** The `data` of an answer, which has to be a success in JSON: where `format` may ask for CSV, it may be a text. */
function dataOf<T>({ data, error }: { data?: { data: T } | string; error?: unknown }): T {
  if (typeof data !== "object") throw new Error(JSON.stringify(error));
  return data.data;
}

const isWhole = (post: Post | components["schemas"]["SomeOfPost"]): post is Post => "collected_at" in post;

const search = dataOf(
  await api.GET("/api/v1/posts/search", {
    params: { query: { platform: "x,tiktok", kind: "original,quote", media_type: "video,none", fields: "id,author.username,likes_count", sort_by: "likes_count", limit: 2 } },
  }),
);
const found = search.posts.map(({ id, author, likes_count: likes }): [string, string | undefined, number | null | undefined] => [id, author?.username, likes]);

const { posts } = dataOf(await api.GET("/api/v1/posts/by-user/{platform}/{username}", { params: { path: { platform: "twitter", username: "reef.watch" } } }));
const whole = posts.filter(isWhole).map(({ platform, published_at: at, media_type: type }): [components["schemas"]["Platform"], string, string | null] => [platform, at, type]);

const many = dataOf(await api.GET("/api/v1/posts", { params: { query: { ids: "x:2,tiktok:none,https://x.com/a/status/1" } } }));

const one = dataOf(await api.GET("/api/v1/posts/{id}", { params: { path: { id: "x:1" } } }));
const none = await api.GET("/api/v1/posts/{id}", { params: { path: { id: "x:404" } } });

const counts = dataOf(await api.GET("/api/v1/posts/counts", { params: { query: { group_by: "hashtag", top: 1 } } }));
const groups = counts.groups.map(({ key, posts: number, likes_count: likes }): [string | null, number, number | null, number] => [key, number, likes.sum, likes.known]);
const others: number | undefined = counts.others?.posts;

const { changes, page: about } = dataOf(await api.GET("/api/v1/posts/changes", { params: { query: { since: "0", platform: "x", fields: "likes_count" } } }));
const changed = changes.map((change) => (change.type === "post" ? [change.post.id, change.post.likes_count] : [change.id, null]));
const later = dataOf(await api.GET("/api/v1/posts/changes", { params: { query: { since: about.next_since } } }));

const account = dataOf(await api.GET("/api/v1/account"));

const wrong = await api.GET("/api/v1/posts/search", { params: { query: { limit: 1000, platform: "myspace" } } });
const faults = wrong.error?.error.details?.map((fault): [string, components["schemas"]["Fault"]["code"], number | undefined, unknown] => [fault.parameter, fault.code, fault.maximum, fault.allowed]);

// @ts-expect-error there is no such parameter
await api.GET("/api/v1/posts/search", { params: { query: { min_like: 5 } } });
// @ts-expect-error an order is one of two
await api.GET("/api/v1/posts/search", { params: { query: { sort_order: "up" } } });

const made = dataOf(await operator.POST("/operator/v1/accounts", { body: { email: "typescript@example.com", name: "Type", credits: 5 } }));

console.log(
  JSON.stringify({
    found,
    query: [search.query.platform, search.query.kind],
    whole,
    many: [many.posts.map(({ id }) => id), many.missing],
    one: one.post.id,
    none: [none.response.status, none.error?.error.code],
    groups,
    others,
    changed: changed.sort(),
    later: [later.changes.length, later.page.has_more],
    account: account.account.email,
    faults,
    credits: made.balance.current,
    token: made.token.slice(0, 13),
  }),
);
