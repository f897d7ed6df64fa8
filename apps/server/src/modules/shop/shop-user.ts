import { errors } from "@shotkeeper/contract/kernel";
import { createShopUser, customerRights, customerRole } from "@shotkeeper/contract/shop";
import { user, userStatus } from "@shotkeeper/contract/system";
import { hashNewPassword } from "../../kernel/auth/password-policy.ts";
import { hasSimilarId, isTakenId } from "../../kernel/auth/typed-name.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle } from "../../kernel/registry.ts";

/** Creates the role of customers' users, if the tenant does not have it. */
export async function addCustomerRole(ctx: Ctx, tx: Tx): Promise<void> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const created = await tx.query(
    sql`
      insert into role (
        tenant_id, role_code, role_name, data_scope, created_by, created_date, updated_by,
        updated_date
      )
      values (
        ${tenantId}, ${customerRole}, '客户', 'organization', ${userId}, ${at}, ${userId}, ${at}
      )
      on conflict do nothing
      returning 1
    `,
  );
  // Inserts rights only for a new role. An existing role keeps the rights that the tenant gave it.
  if (created.length > 0)
    await tx.query(
      sql`
        insert into role_right (tenant_id, role_code, authority)
        select ${tenantId}::int, ${customerRole}, unnest(${customerRights}::text[]) returning 1
      `,
    );
}

export const createShopUserImpl = handle(
  createShopUser,
  async (ctx, { custId, userId, userName, newPassword }) => {
    const { tenantId } = ctx.who;
    const at = new Date(ctx.now);
    const hash = await hashNewPassword(ctx.db, { tenantId, userId }, newPassword);
    const add = async (tx: Tx) => {
      const [known] = await tx.query(
        sql<{ isTaken: boolean }>`
          select ${hasSimilarId(tenantId, [userId])} as "isTaken"
          from customer
          where tenant_id = ${tenantId} and cust_id = ${custId}
        `,
      );
      if (!known) throw errors.unknownReference("custId");
      if (known.isTaken) throw errors.duplicate("userId");
      await addCustomerRole(ctx, tx);
      await tx.all([
        sql`
          insert into "user" (
            tenant_id, user_id, user_name, status, role_code, cust_id, password_hash,
            must_change_password, created_by, created_date, updated_by, updated_date
          )
          values (
            ${tenantId}, ${userId}, ${userName}, ${userStatus.values.enabled}, ${customerRole},
            ${custId}, ${hash}, true, ${ctx.who.userId}, ${at}, ${ctx.who.userId}, ${at}
          )
        `,
        sql`
          ${logInto(ctx, "insert", user.wire, "after")} ${userId}, ${JSON.stringify({ cust_id: custId })}
          returning 1
        `,
      ]);
    };
    await ctx.db.tx(tenantId, add).catch((cause: unknown) => {
      throw isTakenId(cause) ? errors.duplicate("userId") : cause;
    });
    return { userId };
  },
);
