import { deviceDay, mountMold, refuseMount, unmountMold } from "@shotkeeper/contract/device";
import { AppError, errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { startOfDay } from "../../kernel/zone.ts";
import { moldScope } from "../mold/index.ts";
import { deviceFrom, deviceScope } from "./device-facts.ts";

type MachineFacts = Parameters<typeof refuseMount>[0];
type MoldFacts = Parameters<typeof refuseMount>[1];

const dayMs = 86_400_000;

/** Locks a machine until the end of the transaction. Throws if it is outside the caller's scope, or archived. */
async function lockDevice(ctx: Ctx, tx: Tx, deviceId: string): Promise<MachineFacts> {
  const [row] = await tx.query(
    sql<MachineFacts>`
      select
        t.device_state as "deviceState", t.press_tonnage::float8 as "pressTonnage",
        t.plant_id as "plantId", x.mold_no as "moldNo"
      from ${deviceFrom(ctx)}
      where t.tenant_id = ${tx.tenantId} and t.device_id = ${deviceId} and ${deviceScope(ctx)}
        and t.archived_date is null
      for update of t
    `,
  );
  if (!row) throw errors.unknownReference("devId");
  return row;
}

/** Locks a mold until the end of the transaction. Throws if the mold is outside the caller's scope, or archived. */
async function lockMold(ctx: Ctx, tx: Tx, moldNo: string): Promise<MoldFacts> {
  const [row] = await tx.query(
    sql<MoldFacts>`
      select
        t.service_state as "serviceState", t.press_tonnage::float8 as "pressTonnage",
        t.plant_id as "plantId",
        (
          select o.device_id
          from device_mold o
          where o.tenant_id = ${tx.tenantId} and o.mold_no = t.mold_no and o.unmounted_at is null
        ) as "deviceId"
      from mold t
      where t.tenant_id = ${tx.tenantId} and t.mold_no = ${moldNo} and ${moldScope(ctx)}
        and t.archived_date is null
      for update of t
    `,
  );
  if (!row) throw errors.unknownReference("moldNo");
  return row;
}

function log(ctx: Ctx, action: string, mountId: number, after: object): Sql {
  return sql`
    ${logInto(ctx, action, "BS_DEVICE_MOLD", "after")} ${String(mountId)}, ${JSON.stringify(after)}
    returning 1
  `;
}

/** Parses a time of the command's input. Null means the current time. Throws if the time lies in the future. */
function timeOf(ctx: Ctx, text: string | null, field: string): Date {
  const at = text === null ? ctx.now : Date.parse(text);
  if (at > ctx.now) throw errors.invalidField(field);
  return new Date(at);
}

const refreshBoards = (ctx: Ctx, moldNo: string) =>
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: [moldNo] });

export const deviceCommands: readonly CommandImpl[] = [
  handle(mountMold, async (ctx, { deviceId, moldNo, mountTime, reason }) => {
    const { tenantId, userId } = ctx.who;
    const at = timeOf(ctx, mountTime, "mountTime");
    const stamp = new Date(ctx.now);
    const mountId = await ctx.db.tx(tenantId, async (tx) => {
      const machine = await lockDevice(ctx, tx, deviceId);
      const refusal = refuseMount(machine, await lockMold(ctx, tx, moldNo), reason);
      if (refusal) throw new AppError(refusal);
      const [row] = await tx.query(
        sql<{
          mount_id: number;
        }>`
          insert into device_mold (
            tenant_id, device_id, mold_no, mounted_at, mounted_by, reason, created_by, created_date,
            updated_by, updated_date
          )
          values (
            ${tenantId}, ${deviceId}, ${moldNo}, ${at}, ${userId}, ${reason}, ${userId}, ${stamp},
            ${userId}, ${stamp}
          )
          returning mount_id
        `,
      );
      const id = row?.mount_id ?? 0;
      await tx.query(log(ctx, "mount", id, { deviceId, moldNo, mountedAt: at, reason }));
      return id;
    });
    refreshBoards(ctx, moldNo);
    return { mountId };
  }),

  handle(unmountMold, async (ctx, { mountId, unmountTime, unmountReason }) => {
    const { tenantId, userId } = ctx.who;
    const at = timeOf(ctx, unmountTime, "unmountTime");
    const moldNo = await ctx.db.tx(tenantId, async (tx) => {
      const [row] = await tx.query(
        sql<{
          mold_no: string;
          mounted_at: string;
          is_over: boolean;
        }>`
          select x.mold_no, x.mounted_at, x.unmounted_at is not null as is_over
          from device_mold x
          join device t on t.tenant_id = ${tenantId} and t.device_id = x.device_id
          join mold m on m.tenant_id = ${tenantId} and m.mold_no = x.mold_no
          where x.tenant_id = ${tenantId} and x.mount_id = ${mountId} and ${deviceScope(ctx)}
          for update of x
        `,
      );
      if (!row) throw errors.unknownReference("mountId");
      if (row.is_over) throw errors.wrongState();
      if (at.getTime() <= Date.parse(row.mounted_at)) throw errors.timesOverlap();
      await tx.all([
        sql`
          update device_mold
          set
            unmounted_at = ${at}, unmounted_by = ${userId}, unmount_reason = ${unmountReason},
            updated_by = ${userId}, updated_date = ${new Date(ctx.now)}
          where tenant_id = ${tenantId} and mount_id = ${mountId}
        `,
        log(ctx, "unmount", mountId, { moldNo: row.mold_no, unmountedAt: at, unmountReason }),
      ]);
      return row.mold_no;
    });
    refreshBoards(ctx, moldNo);
    return { mountId };
  }),

  handle(deviceDay, async (ctx, { deviceId, day }) => {
    const { tenantId, zone } = ctx.who;
    const from = startOfDay(zone, day === null ? ctx.now : Date.parse(`${day}T12:00:00Z`));
    const to = startOfDay(zone, from + dayMs / 2, 1);
    const [found, hours] = await ctx.db.run(tenantId, [
      sql`
        select 1
        from ${deviceFrom(ctx)}
        where t.tenant_id = ${tenantId} and t.device_id = ${deviceId} and ${deviceScope(ctx)}
      `,
      sql<{
        time: string;
        moldNo: string;
        shots: number;
      }>`
        select h.hour as time, d.mold_no as "moldNo", sum(h.shots)::bigint as shots
        from device_mold d
        join mold m on m.tenant_id = ${tenantId} and m.mold_no = d.mold_no
        join shot_hour h on h.tenant_id = ${tenantId} and h.mold_id = m.mold_id
        where d.tenant_id = ${tenantId}
          and d.device_id = ${deviceId}
          and h.hour >= greatest(d.mounted_at, ${new Date(from)}::timestamptz)
          and h.hour < least(coalesce(d.unmounted_at, 'infinity'), ${new Date(to)}::timestamptz)
        group by 1, 2
        order by 1, 2
      `,
    ]);
    if (found.length === 0) throw errors.unknownReference("devId");
    return { shots: hours.reduce((sum, h) => sum + h.shots, 0), hours };
  }),
];
