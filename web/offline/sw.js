// The console without a network. The build fills in what belongs to this version of the page.
//
// A page that can be fetched is fetched, so nobody is kept on an old version; everything else has its
// contents in its name, and comes from the cache. A new version waits until no page of the old one is open:
// what those still have to load stays where it is.
const CACHE = `weir-console-${"VERSION"}`;
const FILES = [/* FILES */];

addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
  };
  event.waitUntil(keep());
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("weir-console-") && name !== CACHE).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  if (request.mode === "navigate") {
    return fetch(request).catch(async (error) => {
      const page = await cache.match("./");
      if (page === undefined) throw error;
      return page;
    });
  }
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept !== undefined) return kept;
  const found = await fetch(request);
  // The larger module, which a first visit does not load: kept once it was asked for.
  if (found.ok && new URL(request.url).pathname.endsWith(".wasm")) await cache.put(request, found.clone());
  return found;
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  event.respondWith(answer(request));
});
