import { describe, expect, it } from "vitest";
import { live, simCounter, simPairs } from "./fleet.ts";
import { readShots, shuffled } from "./shots.ts";

const head = "shot_at,mold_no,machine,cycle_s\n";

describe("a file of shots", () => {
  it("returns the shots of its mold in time order", () => {
    const text = `${head}2020-10-16T05:00:00Z,M1,X,60.5\n2020-10-16T04:59:00Z,M1,X,\n`;
    const { moldNo, shots } = readShots(text, undefined);
    expect(moldNo).toBe("M1");
    expect(shots.map((s) => s.cycle)).toEqual([0, 60.5]);
  });
  it("is refused with a message if it is invalid", () => {
    expect(() => readShots("a,b\n1,2", undefined)).toThrow(/shot_at/);
    expect(() => readShots(`${head}yesterday,M1,X,1`, undefined)).toThrow(/line 2/);
    const two = `${head}2020-10-16T05:00:00Z,M1,X,1\n2020-10-16T05:00:00Z,M2,X,1`;
    expect(() => readShots(two, undefined)).toThrow(/--mold/);
    expect(readShots(two, "M2").shots).toHaveLength(1);
  });
  it("is shuffled without losing a shot", () => {
    const list = Array.from({ length: 100 }, (_, i) => i);
    const other = shuffled(list);
    expect(other).not.toEqual(list);
    expect([...other].sort((a, b) => a - b)).toEqual(list);
  });
});

describe("a simulated counter", () => {
  it("sends everything that it has counted, including buffered readings", () => {
    const pair = simPairs("T", 1)[0];
    if (!pair) throw new Error("no counter");
    const c = simCounter(pair, 1000, 0, 60);
    const options = { every: 60, dropouts: true, duplicates: true, moves: true, removals: true, drift: true };
    const items = [];
    for (let at = 0; at < 86_400_000; at += 500_000) items.push(...live(c, at, options));
    items.push(...live(c, 86_400_000, options, true));
    expect(c.buffered).toHaveLength(0);
    expect(Math.max(...items.map((i) => i.COUNT_TIMES))).toBe(c.count);
    expect(c.count).toBeGreaterThan(1500);
  });
});
