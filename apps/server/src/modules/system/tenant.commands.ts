import { loadLicence, type SoftInfo, softInfo } from "@shotkeeper/contract/system";
import type { Config } from "../../kernel/config.ts";
import { requireTenant } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { dayText } from "../../kernel/zone.ts";
import { loadLicence as load } from "../../licence/load-licence.ts";

const dayMs = 86_400_000;

export const loadLicenceImpl = (config: Config) =>
  handle(loadLicence, async (ctx, { licenceFile }) => {
    requireTenant(ctx);
    return load(ctx, licenceFile, config.licencePublicKey);
  });

export const softInfoImpl = handle(softInfo, async (ctx) => {
  const [rows] = await ctx.db.platform(
    sql`
      select
        au_id as "AU_ID", code as "TENANT_ID", cust_name as "CUST_NAME", full_name as "FULL_NAME",
        sys_name as "SYS_NAME", due_date::text as "DUE_DATE",
        case when validity_control then 'Y' else 'N' end as "V_T", pc_count as "PC_COUNT",
        pda_count as "PDA_COUNT", play_time as "playTime", aim_tenant as "AimTenant", logo as "LOGO"
      from tenant
      where tenant_id = ${ctx.who.tenantId}
    `,
  );
  const info = rows?.[0] as unknown as Omit<SoftInfo, "DAYS_LEFT">;
  const ends = info.V_T === "Y" && info.DUE_DATE !== null;
  const days = ends
    ? Math.round((Date.parse(info.DUE_DATE ?? "") - Date.parse(dayText(ctx.who.zone, ctx.now))) / dayMs)
    : null;
  // The due day itself is still one.
  return { ...info, DAYS_LEFT: days === null ? null : days < 0 ? days : days + 1 };
});
