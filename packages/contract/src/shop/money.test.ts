import { describe, expect, it } from "vitest";
import { amountInWords, amountText, lineAmount, priceText, samePrice, sumAmounts } from "./money.ts";

/** Returns a generator of pseudo-random numbers in [0, 1). The same seed gives the same numbers. */
function seeded(seed: number): () => number {
  let s = seed;
  return () => {
    s = (s * 1_103_515_245 + 12_345) % 2_147_483_648;
    return s / 2_147_483_648;
  };
}

describe("amounts", () => {
  it.each([
    [1.005, 1, 1.01],
    [1.0049, 1, 1],
    [0.0001, 1, 0],
    [0.005, 1, 0.01],
    [1.115, 1, 1.12],
    [8.575, 3, 25.73],
    [468, 3, 1404],
    [12.3456, 1_000_000, 12_345_600],
    [99_999_999.9999, 1, 100_000_000],
  ])("%d yuan times %d is %d", (price, qty, amount) => expect(lineAmount(price, qty)).toBe(amount));

  it("are exact to the cent for a million random carts", () => {
    const random = seeded(20_260_521);
    for (let cart = 0; cart < 1_000_000; cart++) {
      let exact = 0n;
      const amounts: number[] = [];
      for (let lines = 1 + Math.floor(random() * 3); lines > 0; lines--) {
        const units = Math.floor(random() * 50_000_000);
        const qty = 1 + Math.floor(random() * 2000);
        // Adds up the expected amounts: price × quantity in 1/10,000 yuan, rounded half up to cents.
        const product = BigInt(units) * BigInt(qty);
        exact += product / 100n + (product % 100n >= 50n ? 1n : 0n);
        amounts.push(lineAmount(units / 10_000, qty));
      }
      const total = sumAmounts(amounts);
      if (
        BigInt(Math.round(total * 100)) !== exact ||
        amountText(total).replace(/[,.]/g, "") !== String(exact).padStart(3, "0")
      )
        throw new Error(`cart ${cart}: ${total} is not ${exact} cents`);
    }
  }, 60_000);

  // spec: admin 9.5
  it("are formatted with two decimals and thousands separators", () => {
    expect([0, 0.5, 1234.5, -1_000_000].map(amountText)).toEqual([
      "0.00",
      "0.50",
      "1,234.50",
      "-1,000,000.00",
    ]);
    expect([468, 12.3456, 0.0001, 1234.5].map(priceText)).toEqual([
      "468.00",
      "12.3456",
      "0.0001",
      "1,234.50",
    ]);
    // Credit notes have negative prices.
    expect([-0.05, -0.5, -32.8, -1234.5].map(priceText)).toEqual(["-0.05", "-0.50", "-32.80", "-1,234.50"]);
  });

  it.each([
    [0, "零元整"],
    [0.05, "伍分"],
    [0.5, "伍角整"],
    [1, "壹元整"],
    [10.05, "壹拾元零伍分"],
    [100.5, "壹佰元伍角整"],
    [1001, "壹仟零壹元整"],
    [10_000, "壹万元整"],
    [10_101.01, "壹万零壹佰零壹元零壹分"],
    [100_000_001, "壹亿零壹元整"],
    [120_034_005.67, "壹亿贰仟零叁万肆仟零伍元陆角柒分"],
    [1_000_000_000_000, "壹万亿元整"],
    [3468.9, "叁仟肆佰陆拾捌元玖角整"],
  ])("%d in capital numerals is %s", (amount, words) => expect(amountInWords(amount)).toBe(words));

  // spec: admin 9.4
  it("have prices that are compared to the fourth decimal", () => {
    expect(samePrice(0.1 + 0.2, 0.3)).toBe(true);
    expect(samePrice(0.3001, 0.3)).toBe(false);
  });
});
