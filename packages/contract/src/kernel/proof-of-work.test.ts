import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { findProof, hasProof } from "./proof-of-work.ts";

/** Counts the leading zero bits with the hash function of Node. */
function zeroBits(text: string): number {
  const bits = [...createHash("sha256").update(text).digest()]
    .map((b) => b.toString(2).padStart(8, "0"))
    .join("");
  return bits.indexOf("1");
}

it("accepts exactly the proofs whose SHA-256 begins with enough zero bits", () => {
  for (let n = 0; n < 500; n++) {
    const bits = zeroBits(`captcha-${n % 7}:${n}`);
    expect(hasProof(`captcha-${n % 7}`, String(n), bits)).toBe(true);
    expect(hasProof(`captcha-${n % 7}`, String(n), bits + 1)).toBe(false);
  }
});

it("finds a proof, which is of no use for another captcha", () => {
  const proof = findProof("abc", 12);
  expect(zeroBits(`abc:${proof}`)).toBeGreaterThanOrEqual(12);
  expect(hasProof("abc", proof, 12)).toBe(true);
  expect(hasProof("abd", proof, 12)).toBe(false);
});

it("refuses a proof that is no number", () => {
  for (const proof of ["", "x", "1.5", "-1", "1234567890123"]) expect(hasProof("abc", proof, 1)).toBe(false);
  expect(hasProof("x".repeat(41), findProof("x", 1), 1)).toBe(false);
});
