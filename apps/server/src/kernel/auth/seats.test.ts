import { expect, it } from "vitest";
import { noon } from "../testing/test-ctx.ts";
import { shown } from "../testing/toys.ts";
import { hasExpired, holdsSeat, idleMs, seatsOf } from "./seats.ts";

const limits = { due_date: "2026-05-19", validity_control: true, pc_count: 5, pda_count: 2 };

it("counts seats of handhelds separately from those of all other devices", () => {
  expect(["PDA", "PC", "WEB"].map((dev) => seatsOf(limits, dev))).toEqual([2, 5, 5]);
});

it("expires after the due day in the tenant's time zone, if expiry is enforced", () => {
  const midnight = noon - 12 * 3_600_000;
  expect(hasExpired(limits, "Asia/Shanghai", midnight)).toBe(true);
  expect(hasExpired(limits, "Asia/Shanghai", midnight - 1)).toBe(false);
  expect(hasExpired(limits, "UTC", midnight)).toBe(false);
  expect(hasExpired({ ...limits, validity_control: false }, "UTC", noon)).toBe(false);
  expect(hasExpired({ ...limits, due_date: null }, "UTC", noon)).toBe(false);
});

it("a session holds a seat if it was used within half an hour, is valid, not superseded and no view", () => {
  expect(idleMs).toBe(30 * 60_000);
  expect(shown(holdsSeat("s", noon))).toBe(
    `(s.expires_at > ‹${JSON.stringify(new Date(noon)).slice(1, -1)}› and` +
      ` s.seen_at > ‹${new Date(noon - idleMs).toISOString()}› and not s.superseded and s.viewed_user is null)`,
  );
});
