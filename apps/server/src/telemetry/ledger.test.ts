import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Sessions } from "../kernel/auth/sessions.ts";
import type { Ctx } from "../kernel/ctx.ts";
import type { Db } from "../kernel/db/db.ts";
import { openDb } from "../kernel/db/open.ts";
import { sql } from "../kernel/db/sql.ts";
import { dispatch } from "../kernel/dispatch.ts";
import { EventBus } from "../kernel/events.ts";
import { Registry } from "../kernel/registry.ts";
import { modules } from "../modules/index.ts";
import { allRights, createTenant } from "../tenants/create-tenant.ts";
import type { IncomingReading } from "./incoming.ts";
import { Ledger, telemetry } from "./index.ts";

const file = new URL("../../../../../shared/data/molding-shots-cn7.csv", import.meta.url);
let db: Db;
const now = Date.UTC(2026, 10, 1);
const registry = new Registry([...modules, telemetry]);
let serial = 0;

beforeAll(async () => {
  db = await openDb({ url: process.env.DATABASE_URL });
}, 60_000);
afterAll(() => db.close());

async function tenant() {
  const code = `t${process.pid}-${Date.now()}-${serial++}`;
  const tenantId = await createTenant(db, { code, fullName: code, adminPassword: "x" }, now);
  const events = new EventBus();
  const ctx: Ctx = {
    db,
    events,
    sessions: new Sessions(db),
    now,
    who: {
      tenantId,
      tenantCode: code,
      zone: "Asia/Shanghai",
      userId: "admin",
      userName: "admin",
      roleCode: "admin",
      rights: new Set(allRights()),
      scope: { kind: "tenant" },
      sessionHash: "",
    },
  };
  const mitt = async (body: object) => JSON.parse((await dispatch(ctx, registry, body)).data ?? "null");
  await mitt({
    Type: "insert",
    MENU_ID: "SYS105",
    TableName: "SYS_ORG",
    Data: [{ ORGANIZATION_ID: "O1", ORGANIZATION_NAME: "O1", ORGANIZATION_TYPE: "oem" }],
  });
  await mitt({
    Type: "insert",
    MENU_ID: "BS101",
    TableName: "BS_MOLD",
    Data: ["M1", "M2"].map((MOLD_NO) => ({
      MOLD_NO,
      ENGINE_ID: "O1",
      DAY_MAINTAIN_TIME: 100,
      BIG_MAINTAIN_TIME: 1000,
      MD_T0_TIME: "2020-01-01",
      MD_OVER_TIME: "2020-02-01",
      PRODUCT_CYCLE: 60,
    })),
  });
  await mitt({
    Type: "insert",
    MENU_ID: "CT101",
    TableName: "BS_WRITER",
    Data: [
      {
        WRITER_ID: "C1",
        WRITER_IMIE: `${code}-C1`,
        WRITER_TYPE: "NB",
        WRITER_STAT: 1,
        IS_VALID: "Y",
        ENABLE_GPS: "N",
      },
    ],
  });
  const [rows] = await db.run(tenantId, [sql`select counter_id from counter where tenant_id = ${tenantId}`]);
  const counterId = Number(rows?.[0]?.counter_id);
  const ledger = new Ledger(db, events, () => now);
  const reading = (sentAt: number, count: number, extra: Partial<IncomingReading> = {}): IncomingReading => ({
    counterId,
    sentAt,
    receivedAt: now,
    count,
    door: 1,
    battery: 90,
    lowBattery: 0,
    rssi: -80,
    lng: null,
    lat: null,
    removed: 0,
    readerId: null,
    cycles: null,
    ...extra,
  });
  const hours = async () =>
    (
      await db.run(tenantId, [
        sql`select mold_id, hour, shots, run_ms, cycle_ms, cycle_count, cycle_min, cycle_max, within_count, estimated from shot_hour where tenant_id = ${tenantId} order by hour, mold_id`,
      ])
    )[0];
  const warnings = async () =>
    (
      await db.run(tenantId, [
        sql`select kind, level, opened_at, last_at, ended_at, cleared_at, recurrences from warning where tenant_id = ${tenantId} and withdrawn_at is null order by opened_at, kind`,
      ])
    )[0];
  return { tenantId, ctx, mitt, ledger, reading, hours, warnings };
}

describe.skipIf(!existsSync(file))("1,995 real shots", () => {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").slice(1) : [];
  const times = lines.map((l) => Date.parse(l.split(",")[0] ?? ""));

  async function replay(order: (r: IncomingReading[]) => IncomingReading[], batch: number) {
    const t = await tenant();
    await t.mitt({
      Type: "rf_BindCounter",
      InParams: { MOLD_NO: "M1", WRITER_ID: "C1", BIND_TIME: "2020-10-01T00:00:00Z" },
    });
    const sent = order(times.map((at, i) => t.reading(at, 1000 + i)));
    const start = performance.now();
    for (let i = 0; i < sent.length; i += batch) await t.ledger.ingest(t.tenantId, sent.slice(i, i + batch));
    const ms = performance.now() - start;
    const explained = await t.mitt({ Type: "rf_ExplainCount", InParams: { MOLD_NO: "M1" } });
    return { t, ms, explained, hours: await t.hours(), warnings: await t.warnings() };
  }
  const shuffle = (list: IncomingReading[]) => {
    let seed = 7;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    return list
      .map((r) => ({ r, k: random() }))
      .sort((a, b) => a.k - b.k)
      .map((x) => x.r);
  };

  it("count 1,994 after the baseline in whatever order", async () => {
    const plain = await replay((r) => r, 500);
    console.log("in order 500", plain.ms, plain.hours?.length, plain.warnings?.length, plain.explained);
    expect(plain.explained.TOTAL).toBe(1994);
    const single = await replay((r) => r, 1);
    console.log("in order 1", single.ms);
    const shuffled = await replay(shuffle, 500);
    console.log("shuffled 500", shuffled.ms);
    const mixed = await replay((r) => shuffle([...r, ...r]), 7);
    console.log("doubled shuffled 7", mixed.ms);
    for (const other of [single, shuffled, mixed]) {
      expect(other.explained.TOTAL).toBe(1994);
      expect(other.hours?.map(({ mold_id: _, ...h }) => h)).toEqual(
        plain.hours?.map(({ mold_id: _, ...h }) => h),
      );
      expect(other.warnings).toEqual(plain.warnings);
    }
  }, 120_000);
});
