import { expect, it } from "vitest";
import { nextPosition, secondsPerPage } from "./rotation.ts";

it("shows all pages of a plant before the next plant", () => {
  expect(nextPosition({ item: 0, page: 0 }, 2, 2)).toEqual({ item: 0, page: 1 });
  expect(nextPosition({ item: 0, page: 1 }, 2, 2)).toEqual({ item: 1, page: 0 });
  expect(nextPosition({ item: 1, page: 1 }, 2, 2)).toEqual({ item: 0, page: 0 });
  expect(nextPosition({ item: 0, page: 0 }, 0, 1)).toEqual({ item: 0, page: 0 });
});

it("divides the plant's time evenly between the pages, with a minimum time per page", () => {
  expect(secondsPerPage(30, 1)).toBe(30);
  expect(secondsPerPage(30, 3)).toBe(10);
  expect(secondsPerPage(30, 20)).toBe(6);
});
