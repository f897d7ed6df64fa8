import { ssoMode } from "@shotkeeper/contract/system";
import { removeAllFactors } from "../kernel/auth/second-factor/factors.ts";
import { sql } from "../kernel/db/sql.ts";
import { logEntry } from "../kernel/log.ts";
import type { Operator } from "./operator.ts";
import { take, UsageError } from "./usage.ts";

const entryOf = (o: Operator, tenantId: number) => ({ tenantId, at: o.now, userId: "operator" });

/** Removes all second factors of a user who has lost them, and ends the user's sessions. */
export async function resetSecondFactor(o: Operator, args: readonly string[]): Promise<void> {
  const [code = "", user = ""] = take(args, "code", "user");
  const { id, ctx } = await o.tenant(code);
  const [known] = await o.db.run(id, [
    sql`select 1 from "user" where tenant_id = ${id} and user_id = ${user}`,
  ]);
  if (!known.length) throw new UsageError(`tenant ${code} has no user "${user}"`);
  const [removed] = await o.db.run(id, [
    ...removeAllFactors(id, user),
    logEntry({ ...entryOf(o, id), action: "secondFactor", target: "SYS_USER", key: user }),
  ]);
  await ctx.sessions.closeUser(id, user);
  console.log(`${removed?.length ?? 0} second factors of ${user} of ${code} were removed.`);
}

/**
 * Makes the single sign-on of a tenant optional. Its users can then log in by password while their identity provider is
 * down.
 */
export async function ssoOff(o: Operator, args: readonly string[]): Promise<void> {
  const [code = ""] = take(args, "code");
  const { id } = await o.tenant(code);
  const { off, optional } = ssoMode.values;
  // Checks before it writes anything: a refused command must leave the rights of roles and the system log alone.
  const [used] = await o.db.run(id, [
    sql`select 1 from sso_setting where tenant_id = ${id} and mode <> ${off}`,
  ]);
  if (!used.length) throw new UsageError(`tenant ${code} uses no single sign-on`);
  await o.db.run(id, [
    sql`
      update sso_setting
      set mode = ${optional}, updated_by = 'operator', updated_date = ${new Date(o.now)}
      where tenant_id = ${id} and mode <> ${off}
    `,
    sql`update role set require_sso = false where tenant_id = ${id} and require_sso`,
    logEntry({ ...entryOf(o, id), action: "sso", target: "SYS_TENANT", key: code }),
  ]);
  console.log(`Users of ${code} can log in by password again. The single sign-on stays as an option.`);
}
