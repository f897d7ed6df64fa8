import { errors } from "@shotkeeper/contract/kernel";
import { bindWeChat, unbindWeChat, weChatState } from "@shotkeeper/contract/system";
import { confirmOwner } from "../../kernel/auth/second-factor/owner.ts";
import { weChatId } from "../../kernel/auth/wechat.ts";
import type { Config } from "../../kernel/config.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { DbError } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle } from "../../kernel/registry.ts";

const logSql = (ctx: Ctx, isBound: boolean): Sql =>
  sql`
    ${logInto(ctx, "wechat", "SYS_USER", "after")} ${ctx.who.userId}, ${JSON.stringify({ bound: isBound })}::jsonb
    returning 1
  `;

/** Commands with which users bind a WeChat account to their own user, and unbind it. */
export const weChatCommands = (config: Config) => [
  handle(weChatState, async ({ db, who }) => {
    const [rows] = await db.run(who.tenantId, [
      sql`select 1 from user_wechat where tenant_id = ${who.tenantId} and user_id = ${who.userId}`,
    ]);
    return { configured: config.weChat !== undefined, bound: (rows?.length ?? 0) > 0 };
  }),

  handle(bindWeChat, async (ctx, { weChatCode, password }) => {
    const { tenantId, userId } = ctx.who;
    // Checks the password first, because the code can be used only once. After a wrong password, the user can send the
    // same code again.
    await confirmOwner(ctx, password);
    const id = await weChatId(config.weChat, weChatCode);
    try {
      await ctx.db.run(tenantId, [
        sql`
          insert into user_wechat (tenant_id, user_id, wechat_id, bound_at)
          values (${tenantId}, ${userId}, ${id}, ${new Date(ctx.now)})
          on conflict (tenant_id, user_id) do update
          set wechat_id = excluded.wechat_id, bound_at = excluded.bound_at
        `,
        logSql(ctx, true),
      ]);
    } catch (cause) {
      // SQL state 23505 (unique violation): the WeChat account is already bound to another user.
      throw cause instanceof DbError && cause.state === "23505" ? errors.weChatLoginFailed() : cause;
    }
    return null;
  }),

  handle(unbindWeChat, async (ctx) => {
    const { tenantId, userId } = ctx.who;
    await ctx.db.run(tenantId, [
      sql`delete from user_wechat where tenant_id = ${tenantId} and user_id = ${userId}`,
      logSql(ctx, false),
    ]);
    return null;
  }),
];
