import { errors } from "@shotkeeper/contract/kernel";
import { loadLicence, softInfo } from "@shotkeeper/contract/system";
import type { Config } from "../../kernel/config.ts";
import { sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { dayText } from "../../kernel/zone.ts";
import { loadLicence as load } from "../../licence/load-licence.ts";

const dayMs = 86_400_000;

interface InfoRow {
  readonly au_id: string;
  readonly code: string;
  readonly cust_name: string;
  readonly full_name: string;
  readonly sys_name: string;
  readonly due_date: string | null;
  readonly validity_control: boolean;
  readonly pc_count: number;
  readonly pda_count: number;
  readonly play_time: number;
  readonly aim_tenant: string | null;
  readonly logo: string | null;
}

/** Returns the number of days until the due date, including the due date. The number is negative after the due date. */
function daysLeft(dueDate: string, today: string): number {
  const days = Math.round((Date.parse(dueDate) - Date.parse(today)) / dayMs);
  return days < 0 ? days : days + 1;
}

export const loadLicenceImpl = (config: Config) =>
  handle(loadLicence, async (ctx, { licenceFile }) => {
    return load(ctx, licenceFile, config.licencePublicKey);
  });

export const softInfoImpl = handle(softInfo, async (ctx) => {
  const [rows] = await ctx.db.platform(
    sql<InfoRow>`
      select
        au_id, code, cust_name, full_name, sys_name, due_date::text, validity_control, pc_count,
        pda_count, play_time, aim_tenant, logo
      from tenant
      where tenant_id = ${ctx.who.tenantId}
    `,
  );
  const row = rows?.[0];
  if (!row) throw errors.notFound();
  const isEnding = row.validity_control && row.due_date !== null;
  return {
    auId: row.au_id,
    code: row.code,
    custName: row.cust_name,
    fullName: row.full_name,
    sysName: row.sys_name,
    dueDate: row.due_date,
    validityControl: row.validity_control,
    pcCount: row.pc_count,
    pdaCount: row.pda_count,
    playTime: row.play_time,
    aimTenant: row.aim_tenant,
    logo: row.logo,
    daysLeft: isEnding ? daysLeft(row.due_date ?? "", dayText(ctx.who.zone, ctx.now)) : null,
  };
});
