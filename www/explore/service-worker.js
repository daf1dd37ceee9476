// Keeps the explorer's own files, so that it opens without a network. With one, everything comes from the service as if this
// did not exist: a file that is kept is only used where the service can't be reached. So nothing is ever outdated, and the
// files that are used together are of one version.

/** Changes with any of the files. The site's build fills in both. */
const VERSION = "%VERSION%";
const FILES = ["%FILES%"];

const PREFIX = "explorer-";
const NAME = PREFIX + VERSION;

/** Takes all files, or none: the former ones stay in use until then. */
async function keep() {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((path) => new Request(path, { cache: "no-cache" })));
  await skipWaiting();
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
  await clients.claim();
}

/** The path of a kept file that a request is for. The page's address has the query that it shows. */
function pathOf({ method, mode, url }) {
  const { origin, pathname, search } = new URL(url);
  const isFile = method === "GET" && origin === location.origin && FILES.includes(pathname);
  return isFile && (search === "" || mode === "navigate") ? pathname : undefined;
}

async function answer(request, path) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(path, { cacheName: NAME });
    if (!kept) throw error;
    return kept;
  }
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path) event.respondWith(answer(event.request, path));
});
