import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

// spec: admin 1.16, 1.17, 9.10
it.each([
  [null, "zh_CN"],
  ["zh_TW", "zh_TW"],
  ["fr", "zh_CN"],
])("starts in the stored language, by default in simplified Chinese: %s", async (stored, code) => {
  vi.stubGlobal("localStorage", { getItem: (key: string) => (key === "i18n-lang" ? stored : null) });
  const { useLocaleCode } = await import("./locale-store.ts");
  expect(useLocaleCode.getState().code).toBe(code);
});
