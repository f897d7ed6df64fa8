import { expect, it } from "vitest";
import { divisions } from "./divisions.ts";
import { regionOf } from "./region.ts";

it("has a district in every city, because the checkout requires one", () => {
  const without = Object.entries(divisions).flatMap(([province, cities]) =>
    Object.entries(cities).flatMap(([city, districts]) => (districts.length === 0 ? [[province, city]] : [])),
  );
  expect(without).toContainEqual(["广东省", "东莞市"]);
  for (const [province, city] of without)
    expect(regionOf([province ?? "", city ?? ""])).toEqual({ province, city, district: city });
  expect(regionOf(["浙江省", "宁波市", "北仑区"])).toEqual({
    province: "浙江省",
    city: "宁波市",
    district: "北仑区",
  });
  expect(regionOf()).toEqual({ province: null, city: null, district: null });
});
