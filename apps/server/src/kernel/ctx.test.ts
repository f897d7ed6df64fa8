import { expect, it } from "vitest";
import { callerOf, isGuest, may, type Principal } from "./ctx.ts";
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

it("derives the kind of a caller from log-in, customer and scope", () => {
  const kindOf = (more: Partial<Principal>) => callerOf({ ...anyUser, ...more }).kind;
  const none = { kind: "none" } as const;
  expect(kindOf({})).toBe("staff");
  expect(kindOf({ scope: { kind: "plant", orgId: "P1" } })).toBe("plant");
  expect(kindOf({ scope: none })).toBe("unassigned");
  expect(kindOf({ scope: none, custId: "C1" })).toBe("customer");
  expect(kindOf({ userId: "" })).toBe("visitor");
});
