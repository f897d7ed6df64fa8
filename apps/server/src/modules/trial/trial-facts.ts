import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/** Returns the joins of a trial (alias `t`). Aliases: `m` mold, `d` machine, plus the mold's organizations. */
export function trialJoins(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`left join mold m on m.tenant_id = ${id} and m.mold_no = t.mold_no
    left join organization oem on oem.tenant_id = ${id} and oem.org_id = m.oem_id
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id
    left join device d on d.tenant_id = ${id} and d.device_id = t.device_id`;
}

/** SQL expressions of the columns that `trialList` adds to the trial's stored columns. */
export const trialColumns = {
  moldName: "m.mold_name",
  plantId: "m.plant_id",
  plantName: "plant.org_name",
  oemName: "oem.org_name",
  serviceState: "m.service_state",
  deviceName: "d.device_name",
  busyTrial: (ctx: Ctx) =>
    sql`(
      select o.trial_id
      from mold_trial o
      where o.tenant_id = ${ctx.who.tenantId}
        and o.mold_no = t.mold_no
        and o.started_at is not null
        and o.ended_at is null
        and o.trial_id <> t.trial_id
    )`,
} as const;
