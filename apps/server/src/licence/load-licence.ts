import { createPublicKey, type KeyObject } from "node:crypto";
import { errors } from "@shotkeeper/contract/kernel";
import type { LicenceFacts } from "@shotkeeper/contract/system";
import type { Ctx } from "../kernel/ctx.ts";
import { sql } from "../kernel/db/sql.ts";
import { logInto } from "../kernel/log.ts";
import { dayText } from "../kernel/zone.ts";
import { demoPublicKey, openLicence } from "./licence.ts";

/** Checks a licence file and makes it the licence of the caller's tenant. Throws the errors of `openLicence`. */
export async function loadLicence(
  ctx: Ctx,
  text: string,
  publicKey: string | undefined,
): Promise<LicenceFacts> {
  const { tenantId, tenantCode, zone, userId } = ctx.who;
  const at = new Date(ctx.now);
  const facts = await ctx.db.tx(tenantId, async (tx) => {
    const [stored] = await tx.query(
      sql`
        select
          t.au_id, t.demo,
          (
            select max(l.issued_at)
            from tenant_licence l
            where l.tenant_id = ${tenantId}
          ) as issued_at
        from tenant t
        where t.tenant_id = ${tenantId} for no key
        update
      `,
    );
    const opened = openLicence(text, keyFor(stored?.demo === true, publicKey), {
      code: tenantCode,
      auId: String(stored?.au_id),
      today: dayText(zone, ctx.now),
      issuedAt: stored?.issued_at === null ? undefined : String(stored?.issued_at),
    });
    // Converts the limits to wire names, because the system log stores values by their wire names.
    const limits = {
      DUE_DATE: opened.dueDate,
      V_T: opened.validityControl ? "Y" : "N",
      PC_COUNT: opened.pcCount,
      PDA_COUNT: opened.pdaCount,
    };
    await tx.all([
      sql`
        update tenant
        set
          due_date = ${opened.dueDate}, validity_control = ${opened.validityControl},
          pc_count = ${opened.pcCount}, pda_count = ${opened.pdaCount},
          aim_tenant = ${opened.aimTenant}, updated_by = ${userId}, updated_date = ${at}
        where tenant_id = ${tenantId}
      `,
      sql`
        insert into tenant_licence (
          tenant_id, licensee, due_date, validity_control, pc_count, pda_count, issued_at,
          created_by, created_date, updated_by, updated_date
        )
        values (
          ${tenantId}, ${opened.custName}, ${opened.dueDate}, ${opened.validityControl},
          ${opened.pcCount}, ${opened.pdaCount}, ${opened.issuedAt}, ${userId}, ${at}, ${userId},
          ${at}
        )
      `,
      sql`
        ${logInto(ctx, "licence", "SYS_TENANT", "after")} ${tenantCode}, ${JSON.stringify(limits)}::jsonb
        returning 1
      `,
    ]);
    return opened;
  });
  ctx.sessions.forget(tenantId);
  ctx.events.emit(tenantId, { type: "session" });
  return facts;
}

function keyFor(isDemo: boolean, publicKey: string | undefined): KeyObject {
  if (isDemo) return demoPublicKey;
  if (publicKey !== undefined) return createPublicKey(publicKey);
  throw errors.notConfigured("LICENCE_PUBLIC_KEY");
}
