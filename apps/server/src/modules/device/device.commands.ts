import { deviceDay, mountMold, refuseMount, unmountMold } from "@shotkeeper/contract/device";
import { AppError, errors, onWire } from "@shotkeeper/contract/kernel";
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

/** A machine that the asker may see, with what is on it. One that he may not see does not exist. */
async function lockDevice(ctx: Ctx, tx: Tx, deviceId: string): Promise<MachineFacts> {
  const [row] = await tx.query(
    sql`
      select
        t.device_state as "deviceState", t.press_tonnage::float8 as "pressTonnage",
        t.plant_id as "plantId", x.mold_no as "moldNo"
      from ${deviceFrom(ctx)}
      where t.tenant_id = ${tx.tenantId} and t.device_id = ${deviceId} and ${deviceScope(ctx)}
      for update of t
    `,
  );
  if (!row) throw errors.unknownReference("devId");
  return row as unknown as MachineFacts;
}

async function lockMold(ctx: Ctx, tx: Tx, moldNo: string): Promise<MoldFacts> {
  const [row] = await tx.query(
    sql`
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
      for update of t
    `,
  );
  if (!row) throw errors.unknownReference("moldNo");
  return row as unknown as MoldFacts;
}

function log(ctx: Ctx, action: string, mountId: number, after: object): Sql {
  return sql`${logInto(ctx, action, "BS_DEVICE_MOLD", "after")} ${String(mountId)}, ${JSON.stringify(after)}`;
}

function momentOf(ctx: Ctx, text: string | null, wire: string): Date {
  const at = text === null ? ctx.now : Date.parse(text);
  if (at > ctx.now) throw errors.invalidField(onWire(wire));
  return new Date(at);
}

/** Takes a mold off whatever machine it is on; for those who send a mold away. */
export function unmountAll(ctx: Ctx, moldNo: string, at: Date, why: string): Sql {
  const { tenantId, userId } = ctx.who;
  return sql`
    update device_mold
    set
      unmounted_at = greatest(${at}::timestamptz, mounted_at + interval '1 second'),
      unmounted_by = ${userId}, unmount_reason = ${why}, updated_by = ${userId},
      updated_date = ${new Date(ctx.now)}
    where tenant_id = ${tenantId} and mold_no = ${moldNo} and unmounted_at is null
  `;
}

const told = (ctx: Ctx, moldNo: string) =>
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: [moldNo] });

export const deviceCommands: readonly CommandImpl[] = [
  handle(mountMold, async (ctx, { deviceId, moldNo, mountTime, reason }) => {
    const { tenantId, userId } = ctx.who;
    const at = momentOf(ctx, mountTime, "MOUNT_TIME");
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
    told(ctx, moldNo);
    return { MOUNT_ID: mountId };
  }),

  handle(unmountMold, async (ctx, { mountId, unmountTime, unmountReason }) => {
    const { tenantId, userId } = ctx.who;
    const at = momentOf(ctx, unmountTime, "UNMOUNT_TIME");
    const moldNo = await ctx.db.tx(tenantId, async (tx) => {
      const [row] = await tx.query(
        sql<{
          mold_no: string;
          mounted_at: Date;
          is_over: boolean;
        }>`select x.mold_no, x.mounted_at, x.unmounted_at is not null as is_over
          from device_mold x join device t on t.tenant_id = ${tenantId} and t.device_id = x.device_id
          join mold m on m.tenant_id = ${tenantId} and m.mold_no = x.mold_no
          where x.tenant_id = ${tenantId} and x.mount_id = ${mountId} and ${deviceScope(ctx)} for update of x`,
      );
      if (!row) throw errors.unknownReference("mountId");
      if (row.is_over) throw errors.wrongState();
      if (at.getTime() <= new Date(row.mounted_at).getTime()) throw errors.timesOverlap();
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
    told(ctx, moldNo);
    return { MOUNT_ID: mountId };
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
      sql`
        select h.hour as "TIME", d.mold_no as "MOLD_NO", sum(h.shots)::bigint as "SHOTS"
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
    if (!found?.length) throw errors.unknownReference("devId");
    const list = (hours ?? []).map((h) => ({
      TIME: new Date(h.TIME as string).toISOString(),
      MOLD_NO: String(h.MOLD_NO),
      SHOTS: Number(h.SHOTS),
    }));
    return { SHOTS: list.reduce((sum, h) => sum + h.SHOTS, 0), HOURS: list };
  }),
];
