"use client";

// Hooks for React. Whatever answers searches is a source: a client, a set of posts, or a replica, whose changes are followed.

export { PosternError } from "./shared.js";
export { usePages } from "./react/pages.js";
export { useReplica } from "./react/use-replica.js";
export { useSearch } from "./react/search.js";
