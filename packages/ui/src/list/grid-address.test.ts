import { expect, it } from "vitest";
import { listLink, sortFromParam, sortToParam } from "./grid-address.ts";

it("encodes a sort as a short text and decodes it", () => {
  const sort = [
    { field: "at", direction: "desc" },
    { field: "no", direction: "asc" },
  ] as const;
  expect(sortToParam(sort)).toBe("at:desc,no");
  expect(sortFromParam("at:desc,no")).toEqual(sort);
  expect(sortFromParam(null)).toEqual([]);
});

it("returns an address from which a list restores its filters", () => {
  expect(decodeURIComponent(listLink("/list", [{ field: "no", operator: "EQ", value: "A;1" }]))).toBe(
    "/list?filter=no~EQ~sA!21",
  );
});
