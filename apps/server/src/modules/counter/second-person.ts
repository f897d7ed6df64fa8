import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";

/** Returns whether the tenant requires a second person to approve registrations and replacements. */
export async function wantsSecondPerson({ db, who: { tenantId } }: Ctx): Promise<boolean> {
  const [rows] = await db.run(tenantId, [
    sql`
      select 1
      from parameter
      where tenant_id = ${tenantId} and prm_id = 'COUNTER_AUDIT' and prm_value = '1'
    `,
  ]);
  return (rows?.length ?? 0) > 0;
}
