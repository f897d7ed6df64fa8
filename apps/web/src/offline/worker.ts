// Service worker: stores the files of the application, so that it opens without a connection. vite.config.ts fills in
// the list of the files.

declare const precached: { readonly version: string; readonly files: readonly string[] };

/** A rule of the Static Routing API: the browser answers matching requests itself, without a call of the worker. */
interface Rule {
  readonly condition: { readonly requestMethod: string } | { readonly urlPattern: string };
  readonly source: "network" | "cache";
}

/** The parts of the worker's global scope that are used here. The project's types describe pages, not workers. */
interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: "install" | "activate" | "fetch",
    listener: (e: {
      readonly request: Request;
      waitUntil(work: Promise<unknown>): void;
      respondWith(answer: Promise<Response>): void;
      /** Undefined in browsers without the Static Routing API. */
      addRoutes?(rules: readonly Rule[]): Promise<void>;
    }) => void,
  ): void;
}
const scope = self as unknown as WorkerScope;

const prefix = "shotkeeper ";
const cacheName = prefix + precached.version;
/** Time to wait for the server's page, ms. Then the worker opens the page from the cache. */
const patienceMs = 3000;
/** Number of files that are downloaded at the same time. */
const atOnce = 8;
const page = scope.registration.scope;

/**
 * Stores a file. Copies an asset from the cache of an earlier version: names of assets contain a hash, so the content
 * is equal.
 */
async function store(cache: Cache, url: string): Promise<void> {
  const isAsset = url.startsWith(`${page}assets/`);
  const earlier = isAsset ? await caches.match(url) : undefined;
  if (earlier) await cache.put(url, earlier);
  else await cache.add(new Request(url, { cache: isAsset ? "default" : "no-cache" }));
}

async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  const known = new Set((await cache.keys()).map((r) => r.url));
  const missing = precached.files.map((f) => new URL(f, page).href).filter((url) => !known.has(url));
  while (missing.length > 0) await Promise.all(missing.splice(0, atOnce).map((url) => store(cache, url)));
  await scope.skipWaiting();
}

/** Deletes the files of old versions. Keeps one earlier version, because its pages may still be open. */
async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((n) => n.startsWith(prefix) && n !== cacheName);
  await Promise.all(names.slice(0, -1).map((n) => caches.delete(n)));
  await scope.clients.claim();
}

/** Returns a stored file of this version, or else of an earlier version. */
async function storedFile(url: string): Promise<Response | undefined> {
  const own = await caches.open(cacheName);
  return (await own.match(url)) ?? caches.match(url);
}

/**
 * Opens the application: the server's present page, or the stored page if the server does not answer in time
 * (`patienceMs`).
 */
async function openPage(request: Request): Promise<Response> {
  const answer = fetch(request);
  answer.catch(() => {});
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  try {
    const first = await Promise.race([answer, late]);
    if (first && first.status < 500) return first;
  } catch {
    // Ignores the error: without a connection, the stored page is returned below.
  }
  return (await storedFile(page)) ?? answer;
}

/**
 * Rules by which the browser answers requests without waiting for the worker. Requests to the API go to the server.
 * Stored files come from the cache of any version, and from the server if no cache has them.
 */
const rules: readonly Rule[] = [
  { condition: { requestMethod: "POST" }, source: "network" },
  { condition: { urlPattern: `${page}assets/*` }, source: "cache" },
];

scope.addEventListener("install", (e) => {
  // Goes on if the browser refuses the rules: the worker then answers all requests itself.
  if (e.addRoutes) e.waitUntil(e.addRoutes(rules).catch(() => {}));
  e.waitUntil(install());
});
scope.addEventListener("activate", (e) => e.waitUntil(activate()));
scope.addEventListener("fetch", (e) => {
  const { request } = e;
  if (request.method !== "GET" || !request.url.startsWith(page)) return;
  const path = request.url.slice(page.length).split(/[?#]/)[0] ?? "";
  if (request.mode === "navigate" && path === "") e.respondWith(openPage(request));
  else if (precached.files.includes(path))
    e.respondWith(storedFile(new URL(path, page).href).then((stored) => stored ?? fetch(request)));
});
