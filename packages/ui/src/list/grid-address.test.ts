import { expect, it } from "vitest";
import { listLink, sortFromParam, sortToParam } from "./grid-address.ts";

it("writes a sort short and reads it back", () => {
  const sort = [
    { field: "at", direction: "desc" },
    { field: "no", direction: "asc" },
  ] as const;
  expect(sortToParam(sort)).toBe("at:desc,no");
  expect(sortFromParam("at:desc,no")).toEqual(sort);
  expect(sortFromParam(null)).toEqual([]);
});

it("makes an address that a list understands", () => {
  expect(decodeURIComponent(listLink("/list", [{ field: "no", operator: "EQ", value: "A;1" }]))).toBe(
    "/list?filter=no~EQ~sA!21",
  );
});
