import { beforeAll, expect, it, vi } from "vitest";

beforeAll(() => {
  vi.stubGlobal("localStorage", { getItem: () => null });
});

// spec: shop A2.14
it.each([
  ["/Shop/home", "?status=3", "/login?from=%2FShop%2Fhome%3Fstatus%3D3"],
  ["/basic/mold", "", "/login?from=%2Fbasic%2Fmold"],
  ["/", "", "/login"],
])("the log-in page knows from where the user came: %s%s", async (pathname, search, address) => {
  const { loginAddress } = await import("./session-store.ts");
  expect(loginAddress({ pathname, search })).toBe(address);
  // On a page of a shop, the address also names the shop's tenant.
  expect(loginAddress({ pathname, search }, "acme")).toBe(
    `${address}${address.includes("?") ? "&" : "?"}tenant=acme`,
  );
});
