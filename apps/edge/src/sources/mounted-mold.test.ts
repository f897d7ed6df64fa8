import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { totalOf } from "../testing/fake-product.ts";
import { MountedMolds } from "./mounted-mold.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "edge-molds-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const second = 1000;

/** Reads a machine every 10 s. Returns the counts that were confirmed. */
function reads(molds: MountedMolds, start = 0) {
  let at = start;
  return (...named: readonly (readonly [string | undefined, number])[]) =>
    named.flatMap(([mold, count]) => {
      at += 10 * second;
      const confirmed = molds.confirm("imm-1", { mold, count, at });
      return confirmed ? [[confirmed.mold, confirmed.count]] : [];
    });
}

describe("the count of the mold on a machine", () => {
  it("goes on after a placeholder, and is not given to the placeholder's count", () => {
    const read = reads(new MountedMolds(dir, "s"));
    expect(read(["A", 1000], ["A", 1001], ["A", 0], ["A", 0], ["A", 1001], ["A", 1002])).toEqual([
      ["A", 1000],
      ["A", 1001],
    ]);
    // No mold is on the machine for some time, and its count is 0.
    expect(read(["B", 1003], ["B", 0], ["B", 0], ["B", 500_000], ["B", 500_000])).toEqual([]);
    expect(read(["B", 500_001], ["B", 500_002])).toEqual([
      ["B", 500_000],
      ["B", 500_001],
    ]);
  });

  it("waits when the count changes before the name, however long", () => {
    const read = reads(new MountedMolds(dir, "s"));
    read(["A", 1000], ["A", 1000]);
    const rows = Array.from({ length: 60_000 }, (_, i) => ["A", 500_000 + i] as const);
    expect(read(...rows)).toEqual([]);
    expect(read(["B", 560_000], ["B", 560_001])).toEqual([["B", 560_000]]);
  });

  it("is kept apart after a restart of the gateway", async () => {
    const first = new MountedMolds(dir, "s");
    reads(first)(["A", 1000], ["A", 1000]);
    await first.store();
    const second = new MountedMolds(dir, "s");
    expect(reads(second, 60_000)(["B", 1001], ["B", 1002], ["B", 1003])).toEqual([]);
    reads(second, 120_000)(["A", 700_000]);
    await second.store();
    const third = new MountedMolds(dir, "s");
    expect(reads(third, 180_000)(["A", 700_001], ["A", 700_002])).toEqual([]);
    expect(reads(third, 240_000)(["B", 700_003], ["B", 700_004])).toEqual([["B", 700_003]]);
  });

  it("gives each mold its shots and no others, in whatever order name and count change", {
    timeout: 60_000,
  }, async () => {
    let seed = 7;
    const random = (n: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % n;
    };
    const counts = new Map([0, 1, 2, 3].map((i) => [`M${i}`, i * 1_000_000 + 500]));
    const readings: { device: string; count: number; at: number }[] = [];
    let molds = new MountedMolds(dir, "s");
    let [mounted, named, at] = ["M0", "M0", 0];
    let isNameFirst = false;
    let agreed = 0;
    for (let i = 0; i < 6000; i++) {
      at += 10 * second;
      agreed = named === mounted ? agreed + 1 : 0;
      // The job names each mold for some shots at least. The very first name is trusted.
      if (agreed >= 20) {
        isNameFirst = random(2) === 0;
        if (random(60) === 0 && isNameFirst) named = `M${random(4)}`;
        else if (random(60) === 0) mounted = `M${random(4)}`;
      } else if (agreed === 0 && random(10) === 0) {
        // The other one follows, or the first one changes back.
        const follows = random(4) > 0;
        if (isNameFirst === follows) mounted = named;
        else named = mounted;
      }
      const isPlaceholder = i > 10 && random(200) === 0;
      counts.set(mounted, (counts.get(mounted) ?? 0) + random(5));
      const mold = random(50) === 0 ? undefined : named;
      const count = isPlaceholder ? 0 : (counts.get(mounted) ?? 0);
      const confirmed = molds.confirm("imm-1", { mold, count, at });
      if (confirmed) readings.push({ device: confirmed.mold, count: confirmed.count, at: confirmed.at });
      await molds.store();
      if (random(50) === 0) molds = new MountedMolds(dir, "s");
    }
    for (const [mold, count] of counts) {
      const ofMold = readings.filter(({ device }) => device === mold);
      expect(ofMold.length).toBeGreaterThan(20);
      const [first, last] = [ofMold[0]?.count ?? 0, ofMold.at(-1)?.count ?? 0];
      expect(totalOf(readings, mold)).toBe(last - first);
      expect(Math.floor(last / 1_000_000)).toBe(Math.floor(count / 1_000_000));
      expect(last).toBeLessThanOrEqual(count);
    }
  });
});
