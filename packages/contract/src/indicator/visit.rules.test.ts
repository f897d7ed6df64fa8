import { describe, expect, it } from "vitest";
import { confirmingMs, metresBetween, type PlaceFence, placeOf, visitsOf } from "./visit.rules.ts";

it("needs three fixes or an hour to confirm a new place", () => {
  const fences = [
    { orgId: "A", lng: 113, lat: 23, radiusM: 1000 },
    { orgId: "B", lng: 114, lat: 23, radiusM: 1000 },
  ];
  const fixes = (list: readonly (readonly [number, number])[]) =>
    list.map(([at, lng]) => ({ at, lng, lat: 23 }));
  const m = confirmingMs / 60;
  expect(
    visitsOf(
      fixes([
        [0, 113],
        [m, 114],
        [2 * m, 113],
        [3 * m, 113],
      ]),
      fences,
    ),
  ).toMatchObject([{ orgId: "A", from: 0, to: null }]);
  expect(
    visitsOf(
      fixes([
        [0, 113],
        [m, 114],
        [2 * m, 114],
        [3 * m, 114],
      ]),
      fences,
    ),
  ).toMatchObject([
    { orgId: "A", from: 0, to: 0 },
    { orgId: "B", from: m, to: null, fixes: 3 },
  ]);
  expect(
    visitsOf(
      fixes([
        [0, 113],
        [m, 114],
        [m + confirmingMs, 114],
      ]),
      fences,
    ),
  ).toMatchObject([{ orgId: "A" }, { orgId: "B", from: m, fixes: 2 }]);
  expect(visitsOf(fixes([[0, 120]]), fences)).toMatchObject([{ orgId: null, from: 0, to: null }]);
});

describe("a distance", () => {
  it.each([
    ["a degree of latitude", { lng: 113, lat: 23 }, { lng: 113, lat: 24 }, 111_195],
    ["a degree of longitude at 60°", { lng: 10, lat: 60 }, { lng: 11, lat: 60 }, 55_597],
    ["Paris to New York", { lng: 2.3522, lat: 48.8566 }, { lng: -74.006, lat: 40.7128 }, 5_837_249],
    ["half around the earth", { lng: 0, lat: 0 }, { lng: 180, lat: 0 }, 20_015_115],
    ["none", { lng: 113, lat: 23 }, { lng: 113, lat: 23 }, 0],
  ])("is measured along the great circle: %s", (_, a, b, metres) => {
    expect(metresBetween(a, b)).toBeCloseTo(metres, -1);
    expect(metresBetween(b, a)).toBeCloseTo(metres, -1);
  });
});

describe("a place", () => {
  const fence = (orgId: string, lng: number, lat: number, radiusM: number): PlaceFence => ({
    orgId,
    lng,
    lat,
    radiusM,
  });
  const at = (lng: number, lat: number) => ({ at: 0, lng, lat });

  it("reaches to its radius in every direction", () => {
    const a = fence("A", 113, 60, 1000);
    // A metre is 1/111,195 of a degree of latitude. At 60° latitude a degree of longitude is half as long, so a metre
    // is 2/111,195 of a degree of longitude.
    const north = 1 / 111_195;
    for (const [m, place] of [
      [999, "A"],
      [1001, null],
    ] as const) {
      expect(placeOf(at(113, 60 + m * north), [a])).toBe(place);
      expect(placeOf(at(113, 60 - m * north), [a])).toBe(place);
      expect(placeOf(at(113 + m * 2 * north, 60), [a])).toBe(place);
    }
    const edge = { ...a, radiusM: metresBetween(at(113.01, 60), a) };
    expect(placeOf(at(113.01, 60), [edge])).toBe("A");
  });

  it("is the nearest one, the first of equals", () => {
    const [near, far] = [fence("near", 113.001, 23, 5000), fence("far", 113.01, 23, 5000)];
    for (const fences of [
      [near, far],
      [far, near],
    ])
      expect(placeOf(at(113, 23), fences)).toBe("near");
    expect(placeOf(at(113, 23), [near, { ...near, orgId: "twin" }])).toBe("near");
    expect(placeOf(at(113, 23), [])).toBeNull();
  });
});

describe("visits", () => {
  const fences = ["A", "B", "C"].map((orgId, i) => ({ orgId, lng: 113 + i, lat: 23, radiusM: 1000 }));
  const minute = 60_000;
  /**
   * Returns the visits of a mold with one position per minute. Each letter of `places` is the place of one position.
   */
  const visits = (places: string) =>
    visitsOf(
      [...places].map((p, i) => ({ at: i * minute, lng: 113 + "ABC".indexOf(p), lat: 23 })),
      fences,
    ).map((s) => [
      s.orgId,
      s.from / minute,
      s.lastAt / minute,
      s.to === null ? null : s.to / minute,
      s.fixes,
    ]);

  it("last until another place is confirmed, and end with their own last fix", () => {
    expect(visits("AAABBB")).toEqual([
      ["A", 0, 2, 2, 3],
      ["B", 3, 5, null, 3],
    ]);
    expect(visits("AABB")).toEqual([["A", 0, 1, null, 2]]);
    expect(visits("ABBABB")).toEqual([["A", 0, 3, null, 2]]);
    // A mold is at A, and its positions then alternate between B and C. No place is confirmed by successive positions,
    // so the visit at A does not end.
    expect(visits("ABCBCB")).toEqual([["A", 0, 0, null, 1]]);
    expect(visits("ABBCCC")).toEqual([
      ["A", 0, 0, 0, 1],
      ["C", 3, 5, null, 3],
    ]);
    expect(visits("AAABBBBA")).toEqual([
      ["A", 0, 2, 2, 3],
      ["B", 3, 6, null, 4],
    ]);
    expect(visits("")).toEqual([]);
  });

  it("are confirmed by an hour, however few the fixes", () => {
    const fix = (at: number, lng: number) => ({ at, lng, lat: 23 });
    const at = 5 * minute;
    const found = (later: number) => visitsOf([fix(0, 113), fix(at, 114), fix(at + later, 114)], fences);
    expect(found(confirmingMs)).toMatchObject([
      { orgId: "A", to: 0 },
      { orgId: "B", from: at, lng: 114, lat: 23 },
    ]);
    expect(found(confirmingMs - 1)).toMatchObject([{ orgId: "A", to: null }]);
    expect(confirmingMs).toBe(60 * minute);
  });
});
