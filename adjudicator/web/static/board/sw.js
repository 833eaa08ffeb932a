// Keeps the board and its engine in the browser, so that they work offline, and on request the whole reference. All parts
// carry one version: a new one is fetched whole beside the old one, and the page offers it; the two are never mixed.
const VERSION = "{version}";
const FILES = {files};
const REFERENCE = {reference}; // pages by the folder they are in, each a compressed table from path to text
const CACHE = `smashup-${VERSION}`;
const TYPES = { css: "text/css", html: "text/html", js: "text/javascript" };

/** The browser's own cache may still hold files of another version: ask the host whether they are the same. */
const asked = (file) => new Request(file, { cache: "no-cache" });

const isKept = async (cache) => REFERENCE.length > 0 && Boolean(await cache.match(REFERENCE.at(-1)));

async function install() {
  const others = (await caches.keys()).filter((name) => name.startsWith("smashup-") && name !== CACHE);
  const hadPages = (await Promise.all(others.map(async (name) => (await (await caches.open(name)).keys()).some(({ url }) => url.includes("/offline/"))))).some(Boolean);
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map(asked));
  if (hadPages) await keepReference();
}

/** Fetch the reference, a few parts at a time and the last one last: it shows that all are there. */
async function keepReference(progress = () => {}) {
  const cache = await caches.open(CACHE);
  const parts = REFERENCE.slice(0, -1);
  for (let done = 0; done < parts.length; done += 8) {
    progress(done / REFERENCE.length);
    await cache.addAll(parts.slice(done, done + 8).map(asked));
  }
  await cache.addAll(REFERENCE.slice(-1).map(asked));
  progress(1);
}

/** A page of the kept reference; undefined if it is not there. */
async function fromReference(cache, path) {
  const part = `offline/${path.split("/").slice(0, -1).join(".") || "root"}.bin`;
  const kept = REFERENCE.includes(part) ? await cache.match(part) : undefined;
  if (!kept) return undefined;
  const pages = await new Response(kept.body.pipeThrough(new DecompressionStream("gzip"))).json();
  if (!(path in pages)) return undefined;
  return new Response(pages[path], { headers: { "content-type": `${TYPES[path.split(".").pop()] ?? "text/plain"}; charset=utf-8` } });
}

const ABSENT = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Offline</title>
<h1>You are offline</h1><p>This page is not kept in this browser. <a href="{scope}board.html">The board</a> works offline. To read everything else, open <a href="{scope}index.html">the first page</a> when you are online and keep the reference.</p>`;

async function answered(request) {
  const cache = await caches.open(CACHE);
  const path = decodeURIComponent(new URL(request.url).pathname.slice(new URL(registration.scope).pathname.length)).replace(/(^|\/)$/, "$1index.html");
  const kept = (await cache.match(request, { ignoreSearch: true })) ?? ((await isKept(cache)) ? await fromReference(cache, path) : undefined);
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (request.mode !== "navigate") throw error;
    const page = ABSENT.replaceAll("{scope}", registration.scope);
    return new Response(page, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
  }
}

addEventListener("install", (event) => event.waitUntil(install()));

addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("smashup-") && name !== CACHE) await caches.delete(name);
      await clients.claim();
    })(),
  ),
);

addEventListener("message", (event) => {
  const [port] = event.ports;
  if (event.data === "update") skipWaiting();
  else if (event.data === "is reference kept") event.waitUntil(caches.open(CACHE).then(isKept).then((kept) => port.postMessage({ kept })));
  else if (event.data === "keep reference") {
    const kept = keepReference((share) => port.postMessage({ share }));
    event.waitUntil(kept.catch((error) => port.postMessage({ failed: String(error.message), full: error.name === "QuotaExceededError" })));
  }
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(answered(event.request));
});
