import { errors } from "@shotkeeper/contract/kernel";
import { userStatus } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";

/** Row with two steps that different people must do, by the wire name of its table and its key. */
interface Document {
  readonly wire: string;
  readonly key: string;
}

/**
 * Throws if the caller is one of the users `earlier`, who did the earlier step of a document. In an organization with
 * one enabled user, the tenant's parameter ONE_PERSON_STEPS may allow it. The log then says so.
 */
export async function requireSecondPerson(
  ctx: Ctx,
  tx: Tx,
  earlier: readonly (string | null)[],
  document: Document,
): Promise<void> {
  const { tenantId, userId } = ctx.who;
  if (!earlier.includes(userId)) return;
  const [alone] = await tx.query(
    sql<{ allowed: boolean }>`select count(*) = 1 and exists (
        select from parameter p
        where p.tenant_id = ${tenantId} and p.prm_id = 'ONE_PERSON_STEPS' and p.prm_value = '1'
      ) as allowed
      from "user" u
      where u.tenant_id = ${tenantId}
        and u.status = ${userStatus.values.enabled}
        and u.org_id is not distinct from (
          select x.org_id from "user" x where x.tenant_id = ${tenantId} and x.user_id = ${userId}
        )`,
  );
  if (!alone?.allowed) throw errors.secondPerson();
  await tx.query(sql`${logInto(ctx, "onePerson", document.wire, "none")} ${document.key}::text`);
}
