import { beforeAll, describe, expect, it } from "vitest";
import { type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Zones with the UTC days on which their clocks change: a day of 25 hours and a day of 23 hours. */
const zones = [
  ["America/Chicago", ["2025-11-02", "2026-03-08"]],
  ["Europe/Berlin", ["2025-10-26", "2026-03-29"]],
] as const;

/** Returns the day of an instant in a zone, as YYYY-MM-DD. Does not use the server's functions for zones. */
const dayIn = (zone: string, at: number) => new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(at);
const mondayOf = (date: string) => {
  const at = Date.parse(date);
  return new Date(at - ((new Date(at).getUTCDay() + 6) % 7) * day).toISOString().slice(0, 10);
};
const floors = {
  day: (date: string) => date,
  week: mondayOf,
  month: (date: string) => `${date.slice(0, 8)}01`,
} as const;

describe.each(zones)("output of a tenant in %s around a change of the clocks", (zone, changes) => {
  let s: TestServer;
  let t: TestTenant;
  /**
   * The hours of the 20 days around each change of the clocks. The mold makes one shot in each hour, so the shots of a
   * day are its number of hours.
   */
  const hours = changes.flatMap((date) =>
    Array.from({ length: 20 * 24 }, (_, i) => Date.parse(date) - 10 * day + i * hour),
  );
  beforeAll(async () => {
    s = await withServer();
    t = await TestTenant.create(s, { zone });
    const { moldId } = await t.mold("A");
    await t.hours(hours.map((at) => ({ mold_id: moldId, hour: at, shots: 1 })));
  });

  it.each(Object.entries(floors))(
    "has each %s with the hours of the tenant's clock",
    async (BUCKET, floor) => {
      const expected = new Map<string, number>();
      for (const at of hours) {
        const key = floor(dayIn(zone, at));
        expected.set(key, (expected.get(key) ?? 0) + 1);
      }
      const cells = await t.admin.run<{ TIME: string; SHOTS: number }[]>("rf_OutputStatistics", {
        GROUP_BY: "mold",
        BUCKET,
        FROM: new Date(Math.min(...hours)).toISOString(),
        TO: new Date(Math.max(...hours) + hour).toISOString(),
      });
      expect(new Map(cells.map((c) => [dayIn(zone, Date.parse(c.TIME)), c.SHOTS]))).toEqual(expected);
      const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "short" });
      expect(cells.map((c) => clock.format(Date.parse(c.TIME)))).toEqual(cells.map(() => "00:00"));
    },
  );

  it("lists days of 25, 23 and 24 hours", async () => {
    const rows = await t.admin.list("PO104", "Q01", { Limit: 1000 });
    const shotsOn = new Map(rows.map((r) => [String(r.OUTPUT_DATE), Number(r.SHOTS)]));
    expect(changes.map((date) => shotsOn.get(date))).toEqual([25, 23]);
    const whole = [...shotsOn.values()].filter((n) => n === 24);
    expect(whole.length).toBe(2 * 18);
    expect([...shotsOn.values()].reduce((a, b) => a + b, 0)).toBe(hours.length);
  });
});
