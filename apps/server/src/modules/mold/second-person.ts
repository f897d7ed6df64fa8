import { AppError, refuseSecondPerson } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { mayStepAlone } from "../../kernel/one-person.ts";

/** Row with two steps that different people must do: wire name of the row's table, and key of the row. */
interface Document {
  readonly wire: string;
  readonly key: string;
}

/**
 * Throws if the caller is in `earlier`, the users who did the earlier step of a document. In an organization with only
 * one enabled user, the tenant's parameter ONE_PERSON_STEPS may allow both steps. The log then records this.
 */
export async function requireSecondPerson(
  ctx: Ctx,
  tx: Tx,
  earlier: readonly (string | null)[],
  document: Document,
): Promise<void> {
  const { tenantId, userId } = ctx.who;
  if (!refuseSecondPerson({ userId, mayStepAlone: false }, ...earlier)) return;
  const [alone] = await tx.query(
    sql<{ allowed: boolean }>`select ${mayStepAlone({ tenantId, userId })} as allowed`,
  );
  const refusal = refuseSecondPerson({ userId, mayStepAlone: alone?.allowed === true }, ...earlier);
  if (refusal) throw new AppError(refusal);
  await tx.query(sql`${logInto(ctx, "onePerson", document.wire, "none")} ${document.key}::text returning 1`);
}
