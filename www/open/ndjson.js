// Canonical posts: one a line, as the service's operators load them.

export const ndjson = (posts) => posts.map((post) => `${JSON.stringify(post)}\n`);
