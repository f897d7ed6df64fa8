import { recognizeAddress } from "@shotkeeper/contract/shop";
import { describe, expect, it } from "vitest";
import corpus from "../testing/address-corpus.json";
import { divisions, readings } from "./divisions.ts";

interface Outcome {
  readonly input: string;
  readonly got: readonly string[];
  readonly expected: readonly string[];
  /** Address parts that were recognized wrongly, but not marked as doubtful. */
  readonly silent: readonly string[];
}

const parts = ["name", "phone", "place", "place", "place", "street"] as const;

const outcomes = corpus.map(([input = "", ...expected]): Outcome => {
  const a = recognizeAddress(input, divisions, readings);
  const got = [a.name, a.phone, a.province, a.city, a.district, a.street];
  const wrong = parts.filter((_, i) => got[i] !== expected[i]);
  return { input, got, expected, silent: wrong.filter((part) => !a.doubts.includes(part)) };
});

/** 300 invented addresses. Each row has the text, name, phone, province, city, district and street. */
describe("the corpus of addresses", () => {
  it("has 300 different addresses with six fields", () => {
    expect(new Set(corpus.map(([input]) => input)).size).toBe(300);
    expect(corpus.every((row) => row.length === 7)).toBe(true);
  });

  it("is recognized in all fields for 97 % of the addresses", () => {
    const failed = outcomes.filter((o) => o.got.join("|") !== o.expected.join("|"));
    expect(failed.length, JSON.stringify(failed, null, 1)).toBeLessThanOrEqual(9);
  });

  it("has no wrong part that is not marked for checking", () => {
    expect(outcomes.filter((o) => o.silent.length > 0)).toEqual([]);
  });

  it("is stored as divisions that can be chosen in the form", () => {
    for (const { got } of outcomes) {
      const [, , province = "", city = "", district = ""] = got;
      if (city !== "") expect(Object.keys(divisions[province] ?? {})).toContain(city);
      if (district !== "") expect(divisions[province]?.[city]).toContain(district);
    }
  });
});
