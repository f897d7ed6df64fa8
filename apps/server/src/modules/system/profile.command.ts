import { errors } from "@shotkeeper/contract/kernel";
import { changeProfile } from "@shotkeeper/contract/system";
import { confirmOwner } from "../../kernel/auth/second-factor/owner.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle } from "../../kernel/registry.ts";

/** Fields of a user's profile as JSON, for the system log. `u` is the table "user". */
const profileJson = sql.raw("jsonb_build_object('nickname', u.nickname, 'phone', u.phone, 'mail', u.mail)");

/** Changes the profile of the caller's own user (rf_ChangeProfile). */
export const changeProfileImpl = handle(changeProfile, async (ctx, { password, ...profile }) => {
  const { tenantId, userId } = ctx.who;
  const [[stored]] = await ctx.db.run(tenantId, [
    sql<{ mail: string | null }>`
      select u.mail from "user" u where u.tenant_id = ${tenantId} and u.user_id = ${userId}
    `,
  ]);
  if (!stored) throw errors.sessionEnded();
  if (stored.mail !== profile.mail) await confirmOwner(ctx, password);
  await ctx.db.tx(tenantId, async (tx) => {
    const [old] = await tx.query(
      sql<{ mail: string | null; before: unknown }>`
        select u.mail, ${profileJson} as before
        from "user" u
        where u.tenant_id = ${tenantId} and u.user_id = ${userId}
        for update
      `,
    );
    // Refuses the change if another session has changed the mail address since the check above.
    if (old?.mail !== stored.mail) throw errors.changedMeanwhile();
    await tx.all([
      sql`
        update "user"
        set nickname = ${profile.nickname}, phone = ${profile.phone}, mail = ${profile.mail},
          updated_by = ${userId}, updated_date = ${new Date(ctx.now)}
        where tenant_id = ${tenantId} and user_id = ${userId}
      `,
      sql`
        ${logInto(ctx, "update", "SYS_USER")} ${userId},
          ${JSON.stringify(old.before)}::jsonb, ${JSON.stringify(profile)}::jsonb returning 1
      `,
    ]);
  });
  return null;
});
