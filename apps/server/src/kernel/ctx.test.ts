import { expect, it } from "vitest";
import { isGuest, may, requireTenant } from "./ctx.ts";
import { refusalOf } from "./testing/refusal.ts";
import { anyUser } from "./testing/test-ctx.ts";

it("treats a user without a name as a visitor", () => {
  expect([isGuest(anyUser), isGuest({ ...anyUser, userId: "" })]).toEqual([false, true]);
});

it("allows an action only by the right to that action on that screen", () => {
  const who = { ...anyUser, rights: new Set(["BS101:Q", "BS102:M"]) };
  expect([may(who, "BS101", "Q"), may(who, "BS102", "M")]).toEqual([true, true]);
  expect([may(who, "BS101", "M"), may(who, "BS102", "Q"), may(anyUser, "BS101", "Q")]).toEqual([
    false,
    false,
    false,
  ]);
});

it("refuses tenant-wide operations to users with a narrower scope", async () => {
  requireTenant({ who: anyUser });
  for (const scope of [{ kind: "none" }, { kind: "plant", orgId: "P1" }] as const)
    expect(await refusalOf(() => requireTenant({ who: { ...anyUser, scope } }))).toBe("forbidden");
});
