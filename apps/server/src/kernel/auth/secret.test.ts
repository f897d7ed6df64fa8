import { expect, it } from "vitest";
import { hashSecret, randomSecret, sameSecret, tenantOf, tenantSecret } from "./secret.ts";

it("creates random secrets of the given length", () => {
  const many = new Set(Array.from({ length: 100 }, () => randomSecret()));
  expect(many.size).toBe(100);
  for (const s of many) expect(s).toMatch(/^[A-Za-z0-9_-]{32}$/);
  expect(randomSecret(16)).toMatch(/^[A-Za-z0-9_-]{22}$/);
});

it("hashes a secret with SHA-256", () => {
  // Test vector of FIPS 180-2 for the text "abc".
  expect(hashSecret("abc")).toBe("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
  expect(sameSecret("abc", hashSecret("abc"))).toBe(true);
  expect(sameSecret("abd", hashSecret("abc"))).toBe(false);
  expect(sameSecret("abc", "")).toBe(false);
  expect(sameSecret("abc", `${hashSecret("abc")}x`)).toBe(false);
});

it("returns the tenant of a token, and undefined for malformed tokens", () => {
  const token = tenantSecret(12);
  expect(token).toMatch(/^12\.[A-Za-z0-9_-]{32}$/);
  expect(tenantOf(token)).toBe(12);
  const random = "a".repeat(20);
  expect(tenantOf(`123456789.${random}`)).toBe(123_456_789);
  expect(tenantOf(`1.${"a_-9Z".repeat(12)}abcd`)).toBe(1);
  for (const wrong of [
    "",
    random,
    `.${random}`,
    `1234567890.${random}`,
    `-1.${random}`,
    `x1.${random}`,
    `1.${random.slice(1)}`,
    `1.${"a".repeat(65)}`,
    `1.${random}+`,
    `1,${random}`,
  ])
    expect(tenantOf(wrong), wrong).toBeUndefined();
});
