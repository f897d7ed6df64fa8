import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

it("opens the stored page of its own version, also while the cache of an earlier one exists", async () => {
  const address = "https://shots.example/";
  const stores = new Map(["one", "two"].map((v) => [`shotkeeper ${v}`, new Map([[address, v]])]));
  vi.stubGlobal("precached", { version: "two", files: [] });
  vi.stubGlobal("caches", {
    open: async (name: string) => ({ match: async (url: string) => stores.get(name)?.get(url) }),
    match: async (url: string) => [...stores.values()].map((s) => s.get(url))[0],
  });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no connection")));
  const listeners = new Map<string, (e: object) => void>();
  vi.stubGlobal("self", {
    registration: { scope: address },
    addEventListener: (type: string, listener: (e: object) => void) => listeners.set(type, listener),
  });
  // @ts-expect-error: the worker is a script without exports.
  await import("./worker.ts");
  let answer: Promise<unknown> | undefined;
  const respondWith = (a: Promise<unknown>) => {
    answer = a;
  };
  listeners.get("fetch")?.({ request: { method: "GET", mode: "navigate", url: address }, respondWith });
  expect(await answer).toBe("two");
});
