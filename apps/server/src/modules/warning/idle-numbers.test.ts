import { beforeAll, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const day = 86_400_000;

interface Numbers {
  readonly IDLE: number;
  readonly SERVED: number;
  readonly WARNED: number;
  readonly UNWARNED: readonly string[];
  readonly ELSEWHERE: readonly { readonly MOLD_NO: string }[];
}

let s: TestServer;
let t: TestTenant;

/**
 * Makes a mold whose last shot is twelve days old, and whose counter sent its last reading `silence` ms before noon.
 */
async function quiet(no: string, silence: number): Promise<void> {
  const counter = await t.counter(`C-${no}`, await t.mold(no));
  const at = [noon - 12 * day, noon - 11.9 * day, noon - silence - day, noon - silence];
  await s.app.ledger.ingest(
    t.id,
    at.map((time, i) => readingAt(counter, time, i === 0 ? 10 : 20, { receivedAt: noon })),
  );
}

beforeAll(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  await quiet("WARNED", 3_600_000);
  await quiet("CLOSED", 3_600_000);
  await quiet("STORED", 3_600_000);
  await quiet("SILENT", 3 * day);
  const end = (no: string) => sql`
    update warning set cleared_at = now(), cleared_by = 'x'
    where tenant_id = ${t.id} and mold_id = (select mold_id from mold where tenant_id = ${t.id} and mold_no = ${no})
    returning 1
  `;
  await t.rows(end("CLOSED"));
  await t.rows(end("STORED"));
  await t.rows(
    sql`update mold set service_state = 3 where tenant_id = ${t.id} and mold_no = 'STORED' returning 1`,
  );
});

it("explains each difference between idle molds, the idle rate and the warnings", async () => {
  const n = await t.admin.run<Numbers>("rf_IdleNumbers");
  expect(n).toMatchObject({ IDLE: 3, SERVED: 2, WARNED: 1, UNWARNED: ["CLOSED"] });
  expect(n.ELSEWHERE.map((r) => r.MOLD_NO)).toEqual(["SILENT"]);
  // The numbers must equal the numbers on the screens.
  const states = await t.admin.run<{ idle: number }>("rf_StateCounts");
  expect(n.IDLE).toBe(states.idle);
  const warnings = await t.admin.list("WA106", "Q01", {
    WhereStr: [{ Field: "IS_OPEN", ConditionalCode: "EQ", Value: "Y" }],
  });
  expect(n.WARNED + n.ELSEWHERE.length).toBe(warnings.length);
});

it("counts the days of a mold in storage in the idle rate, as the screen says", async () => {
  const listed = await t.admin.list("KP105", "Q01", {
    WhereStr: [{ Field: "MOLD_NO", ConditionalCode: "EQ", Value: "STORED" }],
  });
  expect(listed).toHaveLength(1);
  expect(Number(listed[0]?.REPORTED_DAYS)).toBeGreaterThan(0);
});

it("counts only molds in the caller's view", async () => {
  const stranger = await t.user("P2");
  expect(await stranger.run<Numbers>("rf_IdleNumbers")).toMatchObject({ IDLE: 0, WARNED: 0 });
});
