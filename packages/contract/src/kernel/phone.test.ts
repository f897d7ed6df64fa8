import { expect, it } from "vitest";
import { phonePattern } from "./phone.ts";

it.each(["13800001008", "0757-8888 0000", "+86 138-0000-1008", "+49 30 901820", "10086"])(
  "%s is a phone number",
  (text) => {
    expect(phonePattern.test(text)).toBe(true);
  },
);

it.each(["+-----", "1 - - - -", "1380", "+", "138 0000--1008", "13800001008-", "1".repeat(21), "call me"])(
  "%s is no phone number",
  (text) => {
    expect(phonePattern.test(text)).toBe(false);
  },
);
