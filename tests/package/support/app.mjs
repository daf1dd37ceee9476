// An app of React with the hooks, as a test renders it on a server and in a page.

import { createElement as h, StrictMode, Suspense, useState } from "react";
import { usePages, useReplica, useSearch } from "@postern/client/react";

const show = (id, value) => h("output", { id }, JSON.stringify(value));
const button = (id, onClick) => h("button", { id, onClick }, id);
const told = ({ isPending, error, page }) => [isPending, error?.code ?? null, page?.query.keyword ?? null];

/** A search with a keyword that can be changed, and which can be taken away. */
export function Search({ source, initial }) {
  const [keyword, setKeyword] = useState("tide");
  const result = useSearch(source, { keyword: keyword === "" ? 7 : keyword, limit: 3 }, { initial });
  return h("section", null, show("search", [...told(result), result.posts.map(({ id }) => id)]), button("fog", () => setKeyword("fog")), button("wrong", () => setKeyword("")), button("refresh", result.refresh));
}

export function List({ source, initial }) {
  const { posts, hasMore, isPending, error, loadMore } = usePages(source, { limit: 4, sortOrder: "asc" }, { initial });
  return h("section", null, show("list", [isPending, error?.code ?? null, hasMore, posts.length]), button("more", loadMore));
}

export function Copy({ client, name, filter }) {
  const { replica, state, isSyncing, error, sync } = useReplica(name, { client, filter });
  const { posts } = useSearch(replica, { limit: 100 });
  return h("section", null, show("copy", [replica?.name ?? null, state?.size ?? null, isSyncing, error?.code ?? null, posts.length]), button("sync", () => sync().catch(() => {})));
}

/** Shows a part as long as it is wanted. */
export function App({ parts }) {
  const [shown, setShown] = useState(true);
  return h(StrictMode, null, h(Suspense, { fallback: h("p", null, "Loading") }, shown && parts), button("hide", () => setShown(false)));
}
