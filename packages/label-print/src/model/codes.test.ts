import { describe, expect, it } from "vitest";
import { code128, qrMatrix } from "./codes.ts";

describe("QR codes", () => {
  it.each([
    [0, {}, "No input text"],
    [3000, {}, "The amount of data is too big to be stored in a QR Code"],
    [1, { version: 0 }, "Invalid version: 0"],
    [1, { version: 41 }, "Invalid version: 41"],
    [1, { version: 1.5 }, "Invalid version: 1.5"],
    [1, { mask: 8 }, "Invalid mask: 8"],
    [1, { mask: -1 }, "Invalid mask: -1"],
    [200, { version: 1 }, "The chosen QR Code version cannot contain this amount of data"],
  ])("of %i characters with the choice %j: %s", (count, choice, message) => {
    expect(() => qrMatrix("x".repeat(count), choice)).toThrow(message);
  });

  // spec: shop B9.7
  it("have no quiet zone, and level L by default", () => {
    expect(qrMatrix("A").modules).toBe(21);
    expect(qrMatrix("A").rows[0]?.[0]).toEqual({ at: 0, length: 7 });
    const long = "0".repeat(41);
    expect(qrMatrix(long).modules).toBe(21);
    expect(qrMatrix(long, { correction: "M" }).modules).toBe(25);
  });
});

describe("code 128", () => {
  it("packs digits in pairs and refuses characters it cannot encode", () => {
    // The code needs two code sets: start, two letters, switch of the code set, odd digit, six pairs of digits, check,
    // stop. With code set B alone, it would be much wider than 145 modules.
    expect(code128("SF1234567890123").modules).toBe(145);
    expect(code128("AB").runs[0]).toEqual({ at: 0, length: 2 });
    expect(() => code128("中文")).toThrow("Not a text for a bar code: 中文");
  });
});
