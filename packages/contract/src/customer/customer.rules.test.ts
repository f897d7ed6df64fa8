import { expect, it } from "vitest";
import { isTaxpayerId } from "./customer.rules.ts";

it.each([
  ["91350100M000100Y43", true], // the example of GB 32100-2015
  ["91330226MA2ADEM05X", true],
  ["91500112MA60DEM101", true],
  ["91350100M000100Y44", false], // wrong check character
  ["91350100M00010Y043", false], // two characters exchanged
  ["91350100M000100Y4", false],
  ["91350100M000100Y4I", false], // I, O, S, V and Z are not used
  ["91350100m000100y43", false],
  ["440301715267260", true], // 15 digits: the older format
  ["44030171526726", false],
  ["X440301715267260", false],
  ["440301715267260X", false],
  ["I1350100M000100Y43", false],
  ["91350100M000100Y433", false],
  // A row of zeros has the right check character at every length. So the rows of 17 and 19 zeros are invalid only
  // because of their length.
  ["0".repeat(18), true],
  ["0".repeat(17), false],
  ["0".repeat(19), false],
  ["", false],
])("%s: %s", (id, expected) => {
  expect(isTaxpayerId(id)).toBe(expected);
});
