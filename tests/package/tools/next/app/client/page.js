"use client";

import { useEffect } from "react";
import { useSearch } from "@postern/client/react";
import { exercise } from "./exercise.js";

/** Once: in development React calls each effect twice, and two would get into each other's way. */
let exercised;

export default function Page() {
  useEffect(() => {
    exercised ??= exercise();
    exercised.then((seen) => {
      globalThis.seen = seen;
      document.title = "seen";
    });
  }, []);
  const { posts } = useSearch(null, {}); // a server renders this, too
  return <p>A client component with {posts.length} posts.</p>;
}
