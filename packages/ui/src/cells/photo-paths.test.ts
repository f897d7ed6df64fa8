import { expect, it } from "vitest";
import { maxPhotos, photoPaths } from "./photo-paths.ts";

it.each([
  [null, []],
  ["", []],
  ["/files/a-1", ["/files/a-1"]],
  ["/files/a,/files/b", ["/files/a", "/files/b"]],
  ["https://elsewhere/x.png,/files/b,javascript:alert(1),/files/../x", ["/files/b"]],
])("%j names %j", (value, paths) => {
  expect(photoPaths(value)).toEqual(paths);
});

it("fits the largest number of photos into 500 characters", () => {
  const path = `/files/${crypto.randomUUID()}`;
  expect(Array(maxPhotos).fill(path).join(",").length).toBeLessThanOrEqual(500);
});
