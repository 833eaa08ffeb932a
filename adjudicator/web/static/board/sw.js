// Keeps the board and its engine in the browser, so that they work offline. All parts carry one version: a new one is
// fetched whole beside the old one, and the page offers it; the two are never mixed.
const VERSION = "{version}";
const FILES = {files};
const CACHE = `smashup-${VERSION}`;

addEventListener("install", (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES))));

addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("smashup-") && name !== CACHE) await caches.delete(name);
      await clients.claim();
    })(),
  ),
);

addEventListener("message", ({ data }) => data === "update" && skipWaiting());

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(
    caches.open(CACHE).then(async (cache) => (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request)),
  );
});
