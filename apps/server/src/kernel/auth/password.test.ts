import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./password.ts";

it("hashes passwords with OWASP's parameters and a random salt, and verifies them", async () => {
  const [a, b] = await Promise.all([hashPassword("s3cret"), hashPassword("s3cret")]);
  // In base64 without padding, the salt (16 bytes) has 22 characters and the hash (32 bytes) has 43.
  for (const h of [a, b]) expect(h).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
  expect(a).not.toBe(b);
  expect(await verifyPassword("s3cret", a)).toBe(true);
  expect(await verifyPassword("s3cret ", a)).toBe(false);
});

it("refuses a user without a password, and a text too long to hash", async () => {
  expect(await verifyPassword("", "")).toBe(false);
  expect(await verifyPassword("s3cret", "")).toBe(false);
  const long = "x".repeat(200);
  expect(await verifyPassword(long, await hashPassword(long))).toBe(true);
  expect(await verifyPassword(`${long}x`, await hashPassword(`${long}x`))).toBe(false);
});
