import { counterSecret, counterState } from "@shotkeeper/contract/counter";
import { errors } from "@shotkeeper/contract/kernel";
import { hashSecret, randomSecret } from "../../kernel/auth/secret.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle } from "../../kernel/registry.ts";
import { counterFrom, counterScope } from "./counter-facts.ts";

/** Creates a new secret for a counter. Only the secret's hash is stored. The old secret stops working. */
export const counterSecretImpl = handle(counterSecret, async (ctx, { writerId }) => {
  const secret = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    const { tenantId, userId } = ctx.who;
    const [found] = await tx.query(
      sql`
        select t.state
        from ${counterFrom(ctx)}
        where t.tenant_id = ${tenantId} and t.writer_id = ${writerId} and ${counterScope(ctx)}
        for update of t
      `,
    );
    if (!found) throw errors.unknownCounter(writerId);
    if (found.state === counterState.values.retired) throw errors.counterRetired();
    const made = randomSecret();
    const at = new Date(ctx.now);
    await tx.all([
      sql`
        update counter
        set secret_hash = ${hashSecret(made)}, updated_by = ${userId}, updated_date = ${at}
        where tenant_id = ${tenantId} and writer_id = ${writerId}
      `,
      sql`${logInto(ctx, "secret", "BS_WRITER", "none")} ${writerId} returning 1`,
    ]);
    return made;
  });
  // Makes the ingest APIs drop the old secret from their cache.
  ctx.events.emit(ctx.who.tenantId, { type: "counter", counters: [writerId] });
  return { secret };
});
