import { channel, counter, counterState, counterType } from "@shotkeeper/contract/counter";
import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import { addSamples } from "@shotkeeper/contract/first-use";
import { type Entity, encodeRow, errors } from "@shotkeeper/contract/kernel";
import { mold, serviceState } from "@shotkeeper/contract/mold";
import { manufacturerBinding, supplierBinding } from "@shotkeeper/contract/partner";
import { organization } from "@shotkeeper/contract/system";
import { type LocaleCode, localeCodes } from "@shotkeeper/locales/server";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { inOneTransaction } from "../../kernel/one-transaction.ts";
import { handle, type TableImpl } from "../../kernel/registry.ts";
import { write } from "../../kernel/write.ts";
import type { IncomingReading } from "../../telemetry/ledger/incoming.ts";
import { timed } from "../../telemetry/ledger/moment.ts";
import { takeSlow } from "../../telemetry/ledger/slow-path.ts";
import { forgetBoards } from "../board/index.ts";
import { ensureMonths } from "../counter/index.ts";
import { sampleMolds, sampleOrganizations } from "./sample-rows.ts";

const hourMs = 3_600_000;
const hours = 14 * 24;
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

type Sample = (typeof sampleMolds)[number];
type Row = Readonly<Record<string, unknown>>;

/** Chip codes are unique across all tenants, so they contain the tenant's number. */
const chipOf = (tenantId: number, m: Sample) => `${m.moldNo}-T${tenantId}`;

function moldRow(m: Sample, language: LocaleCode, now: number): Row {
  return {
    moldNo: m.moldNo,
    moldName: m.name[language],
    oemId: "SAMPLE-OEM",
    plantId: m.plantId,
    makerId: "SAMPLE-MAKER",
    serviceState: serviceState.values.inService,
    lifeTenThousands: 50,
    cavities: 2,
    standardCycle: m.cycleS,
    cycleTolerance: 5,
    dailyMaintenanceHours: 200,
    majorMaintenanceHours: 2000,
    plannedT0: dayText(now - 300 * 24 * hourMs),
    handoverDate: dayText(now - 200 * 24 * hourMs),
  };
}

const counterRow = (m: Sample, tenantId: number): Row => ({
  writerId: m.moldNo,
  chipCode: chipOf(tenantId, m),
  type: counterType.values.lte,
  state: counterState.values.inUse,
  isValid: true,
  gpsEnabled: false,
  reportIntervalHours: 2,
});

async function insertAll(ctx: Ctx, tables: readonly TableImpl[], language: LocaleCode): Promise<void> {
  const insert = async (entity: Entity, rows: readonly Row[]) => {
    const t = tables.find((x) => x.entity.wire === entity.wire);
    if (!t) throw new Error(`no table ${entity.wire}`);
    await write(
      ctx,
      t,
      "insert",
      rows.map((row) => encodeRow(row, entity.fields)),
    );
  };
  const ids = (type: string) => sampleOrganizations.filter((o) => o.type === type).map((o) => o.orgId);
  await insert(
    organization,
    sampleOrganizations.map(({ orgId, type, name, place }) => ({
      orgId,
      type,
      orgName: name[language],
      ...place,
    })),
  );
  const oemId = "SAMPLE-OEM";
  await insert(
    supplierBinding,
    ids("plant").map((plantId) => ({ oemId, plantId })),
  );
  await insert(
    manufacturerBinding,
    ids("maker").map((makerId) => ({ oemId, makerId })),
  );
  await insert(
    mold,
    sampleMolds.map((m) => moldRow(m, language, ctx.now)),
  );
  await insert(
    counter,
    sampleMolds.map((m) => counterRow(m, ctx.who.tenantId)),
  );
}

/** Returns a reading for each hour of the last two weeks. The molds run from 6 to 22 o'clock UTC+8. */
function readingsOf(m: Sample, counterId: number, now: number): IncomingReading[] {
  const readings: IncomingReading[] = [];
  const lastHour = Math.floor(now / hourMs) * hourMs;
  let count = 0;
  for (let ago = hours; ago >= 0; ago--) {
    const sentAt = lastHour - ago * hourMs;
    const hour = new Date(sentAt + 8 * hourMs).getUTCHours();
    if (ago >= m.stoppedHoursAgo && hour > 6 && hour <= 22)
      count += Math.round((3600 / m.cycleS) * m.pace * (0.97 + 0.03 * Math.abs(Math.sin(ago * 1.7))));
    readings.push({
      counterId,
      sentAt,
      receivedAt: sentAt,
      count,
      channel: channel.values.import,
      battery: m.battery,
      lowBattery: null,
      rssi: -70,
      lng: null,
      lat: null,
      removed: 0,
      readerId: null,
      cycles: null,
    });
  }
  return readings;
}

/** Binds each sample counter to the sample mold with the same number, and stores the counter's readings. */
async function bindAndCount(ctx: Ctx, tx: Tx): Promise<void> {
  const { tenantId, userId } = ctx.who;
  const [start, now] = [new Date(ctx.now - (hours + 2) * hourMs), new Date(ctx.now)];
  const bound = await tx.query(
    sql<{ counter_id: number; mold_id: number; mold_no: string }>`
      select c.counter_id, m.mold_id, m.mold_no
      from mold m
      join counter c on c.tenant_id = ${tenantId} and c.writer_id = m.mold_no
      where m.tenant_id = ${tenantId} and m.is_sample and c.is_sample
      order by m.mold_no
    `,
  );
  await tx.query(
    sql`
      insert into binding (
        tenant_id, mold_id, counter_id, bound_at, bound_by, created_by, created_date, updated_by, updated_date
      )
      select
        ${tenantId}::int, x.mold_id, x.counter_id, ${start}::timestamptz, ${userId}::text, ${userId}::text,
        ${now}::timestamptz, ${userId}::text, ${now}::timestamptz
      from unnest(
        ${bound.map((b) => b.mold_id)}::bigint[], ${bound.map((b) => b.counter_id)}::bigint[]
      ) as x (mold_id, counter_id)
      returning 1
    `,
  );
  const readings = bound.flatMap((b) => {
    const m = sampleMolds.find((x) => x.moldNo === b.mold_no);
    return m ? readingsOf(m, b.counter_id, ctx.now) : [];
  });
  await takeSlow(
    tx,
    readings.map((r) => timed(r)),
    ctx.now,
  );
}

export const addSamplesImpl = (tables: readonly TableImpl[]) =>
  handle(addSamples, async (ctx, { language: wanted }) => {
    const { tenantId } = ctx.who;
    const language = localeCodes.find((code) => code === wanted) ?? "zh_CN";
    // Creates the partitions of the readings before the transaction begins, because `ensureMonths` runs separate
    // transactions.
    await ensureMonths(
      ctx,
      Array.from({ length: 4 }, (_, i) => ctx.now - (i * hours * hourMs) / 3),
    );
    await inOneTransaction({ ...ctx, isSample: true }, async (own, tx) => {
      const [found] = await tx.query(
        sql<{ n: number }>`
          select count(*)::int as n
          from organization o
          where o.tenant_id = ${tenantId} and o.is_sample
        `,
      );
      if (found && found.n > 0) throw errors.wrongState();
      await insertAll(own, tables, language);
      // Approves the sample counters at once. They measure nothing, so no second person needs to check them.
      tx.enqueue(sql`
        update counter
        set approval = ${counterChangeStat.values.passed}
        where tenant_id = ${tenantId} and is_sample
      `);
      await bindAndCount(own, tx);
    });
    await forgetBoards(ctx);
    ctx.events.emit(tenantId, { type: "board", molds: sampleMolds.map((m) => m.moldNo) });
    return { molds: sampleMolds.length };
  });
