import { expect, it } from "vitest";
import { nextPlace, secondsPerPage } from "./rotation.ts";

it("shows all pages of a plant before the next one", () => {
  expect(nextPlace({ plant: 0, page: 0 }, 2, 2)).toEqual({ plant: 0, page: 1 });
  expect(nextPlace({ plant: 0, page: 1 }, 2, 2)).toEqual({ plant: 1, page: 0 });
  expect(nextPlace({ plant: 1, page: 1 }, 2, 2)).toEqual({ plant: 0, page: 0 });
  expect(nextPlace({ plant: 0, page: 0 }, 0, 1)).toEqual({ plant: 0, page: 0 });
});

it("gives a page its share of the plant's time, and time enough to be read", () => {
  expect(secondsPerPage(30, 1)).toBe(30);
  expect(secondsPerPage(30, 3)).toBe(10);
  expect(secondsPerPage(30, 20)).toBe(6);
});
