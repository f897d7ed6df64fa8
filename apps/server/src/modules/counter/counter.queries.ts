import { counter, counterList, counterState } from "@shotkeeper/contract/counter";
import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import { errors } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";
import { factsChanged } from "../../telemetry/ledger/facts-changed.ts";
import { soon } from "../notice/index.ts";
import { tellRegistered } from "./approval-notices.ts";
import { counterFrom, counterRowScope, counterScope, counterSource } from "./counter-facts.ts";
import { afterRegistration, reserveChips } from "./registration.ts";
import { wantsSecondPerson } from "./second-person.ts";

const { registered, rejected } = counterChangeStat.values;

export const counterListImpl = implement(counterList, {
  ...counterSource,
  where: counterScope,
  columns: {
    moldNo: "m.mold_no",
    moldName: "m.mold_name",
    plantName: "plant.org_name",
    countTimes: "s.count",
    battery: "s.battery",
    batteryLevel: "s.battery",
    lowBattery: "s.low_battery",
    rssi: "s.rssi",
    coordinate: "case when s.lng is not null then s.lng || ',' || s.lat end",
    removeSign: "s.removed",
    lastReportAt: "s.last_at",
    hasSecret: "t.secret_hash is not null",
  },
});

/** Throws if the form would retire a counter that is bound to a mold, because the mold would no longer be counted. */
async function requireFree(ctx: Ctx, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const ids = rows.filter((r) => r.state === counterState.values.retired).map((r) => r.writerId);
  if (ids.length === 0) return;
  const { tenantId } = ctx.who;
  const [bound] = await ctx.db.run(tenantId, [
    sql`
      select c.writer_id
      from counter c
      join binding b on b.tenant_id = ${tenantId}
        and b.counter_id = c.counter_id
        and b.unbound_at is null
      where c.tenant_id = ${tenantId} and c.writer_id = any(${ids}::text[])
      limit 1
    `,
  ]);
  if (bound?.length) throw errors.counterStillBound(String(bound[0]?.writer_id));
}

export const counterTable = table(counter, {
  from: counterFrom,
  where: counterRowScope,
  writes: ["A", "M", "D"],
  async check(ctx, action, rows) {
    if (action === "M") await requireFree(ctx, rows);
    const mustWait = action === "A" && (await wantsSecondPerson(ctx));
    for (const row of rows) {
      // Refuses a new counter that is retired already. If the tenant requires a second person, a new counter waits for
      // approval.
      if (action === "A") row.gpsIntervalHours ??= 24;
      if (action === "A" && row.state === counterState.values.retired) throw errors.wrongState();
      if (mustWait) Object.assign(row, { approval: registered, submittedBy: ctx.who.userId });
    }
  },
  // Prevents the deletion of a counter with readings, because the totals of molds contain the shots of these readings.
  // Such a counter can only be retired.
  uses: (ctx, keys) => [
    sql`
      select ${`${menus.counterLog}.WRITER_ID`}::text as wire, count(*)::int as n
      from reading r
      join counter c on c.tenant_id = ${ctx.who.tenantId} and c.counter_id = r.counter_id
      where r.tenant_id = ${ctx.who.tenantId} and c.writer_id in (${keys})
    `,
  ],
  // Allows archiving only for a retired counter, so that no reading counts for an archived counter.
  activeIn: (ctx, keys) => [
    sql`
      select 'COUNTER_NOT_RETIRED' as wire, count(*)::int as n
      from counter c
      where c.tenant_id = ${ctx.who.tenantId}
        and c.state <> ${counterState.values.retired}
        and c.writer_id in (${keys})
    `,
  ],
  done(ctx, action, rows) {
    const ids = rows.map((r) => String(r.writerId));
    ctx.events.emit(ctx.who.tenantId, { type: "counter", counters: ids });
    if (action !== "D") soon(ctx, (later) => tellRegistered(later, ids));
  },
  after(ctx, action, rows) {
    const { tenantId } = ctx.who;
    const chips = rows.map((r) => r.chipCode);
    const ids = rows.map((r) => r.writerId);
    if (action === "A") {
      return afterRegistration(tenantId, chips);
    }
    if (action === "M") {
      return [
        // Fails if somebody has bound one of the counters since the check of the rows (`requireFree`).
        sql`
          select app_expect(count(*), 0)
          from counter c
          join binding b on b.tenant_id = c.tenant_id and b.counter_id = c.counter_id and b.unbound_at is null
          where c.tenant_id = ${tenantId}
            and c.writer_id = any(${ids})
            and c.state = ${counterState.values.retired}
        `,
        // A retired counter that is used again needs its chip code again.
        reserveChips([], ids),
        // Submits a rejected counter for approval again after a change. If a counter already waits for approval, the
        // user who changes it becomes its submitter. The condition on `updated_date` leaves out counters that this
        // write did not change.
        sql`
          update counter
          set approval = ${registered}, submitted_by = ${ctx.who.userId}
          where tenant_id = ${tenantId}
            and writer_id = any(${ids})
            and updated_date = ${new Date(ctx.now)}
            and approval = any(${[registered, rejected]}::int[])
        `,
        sql`
          update counter_state s
          set ${factsChanged}
          from counter c
          where s.tenant_id = ${tenantId}
            and c.tenant_id = ${tenantId}
            and c.writer_id = any(${ids})
            and s.counter_id = c.counter_id
        `,
      ];
    }
    return [
      sql`select app_free_chips()`,
      sql`
        delete
        from counter_state s
        where s.tenant_id = ${tenantId}
          and not exists (
            select
            from counter c
            where c.tenant_id = ${tenantId} and c.counter_id = s.counter_id
          )
      `,
    ];
  },
});
