// Lets the explorer open without a network: its files are kept by a service worker.

/** Begins to keep them. Where a browser has no such thing, or its user does not want it, the explorer works as it does: with a network. */
export async function keepFiles() {
  await navigator.serviceWorker?.register("/explore/service-worker.js").catch(() => undefined);
}
