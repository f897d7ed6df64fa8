import { errors } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import {
  changePassword,
  logOut,
  nextDocumentNumber as nextNumber,
  readNotices,
  type SearchResult,
  searchAll,
} from "@shotkeeper/contract/system";
import { attemptKey, countAttempt, forgiveAttempt } from "../../kernel/auth/attempts.ts";
import { forgetDevices } from "../../kernel/auth/devices.ts";
import { logEnd } from "../../kernel/auth/open-view.ts";
import { verifyPassword } from "../../kernel/auth/password.ts";
import { hashNewPassword, storePassword } from "../../kernel/auth/password-policy.ts";
import { may } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { counterFrom, counterScope } from "../counter/index.ts";
import { moldScope, ofMoldScope } from "../mold/index.ts";
import { notifySessions } from "./granting.ts";
import { limitNumbers } from "./number-limit.ts";

export const commandImpls: readonly CommandImpl[] = [
  handle(nextNumber, async (ctx, { docId }) => {
    limitNumbers(ctx, docId);
    return nextDocumentNumber(ctx, docId);
  }),

  handle(readNotices, async (ctx, { noticeId, noticeIds }) => {
    const { tenantId, userId } = ctx.who;
    if (noticeIds !== null && !(Array.isArray(noticeIds) && noticeIds.every((n) => Number.isSafeInteger(n))))
      throw errors.invalidField("noticeIds");
    const some = noticeIds ?? (noticeId === null ? null : [noticeId]);
    const one = some === null ? sql.empty : sql`and notice_id = any(${some}::bigint[])`;
    const [rows] = await ctx.db.run(tenantId, [
      sql`
        update notice
        set read_at = ${new Date(ctx.now)}
        where tenant_id = ${tenantId} and user_id = ${userId} and read_at is null ${one}
        returning 1
      `,
    ]);
    // Makes the user's other browser windows reload the notices.
    if (rows?.length) ctx.events.emit(tenantId, { type: "notice", users: [userId] });
    return { count: rows?.length ?? 0 };
  }),

  handle(changePassword, async (ctx, { oldPassword, newPassword, deviceToken }) => {
    const { tenantId, tenantCode, userId, sessionHash } = ctx.who;
    const [rows] = await ctx.db.run(tenantId, [
      sql`select password_hash from "user" where tenant_id = ${tenantId} and user_id = ${userId}`,
    ]);
    const attempt = [attemptKey("change", tenantCode, userId)];
    await countAttempt(ctx.db, ctx.now, attempt);
    if (!(await verifyPassword(oldPassword, String(rows?.[0]?.password_hash ?? ""))))
      throw errors.wrongCurrentPassword();
    await forgiveAttempt(ctx.db, attempt);
    const hash = await hashNewPassword(ctx.db, ctx.who, newPassword);
    await ctx.db.run(tenantId, [
      // Stores the new password and ends the user's other sessions. The session of this request stays valid.
      ...storePassword(ctx.who, {
        hash,
        mustChange: false,
        by: userId,
        at: new Date(ctx.now),
        exceptSession: sessionHash,
      }),
      forgetDevices(tenantId, userId, deviceToken ?? undefined),
      sql`${logInto(ctx, "password", "SYS_USER", "none")} ${userId} returning 1`,
    ]);
    notifySessions(ctx, [userId]);
    return null;
  }),

  handle(logOut, async (ctx) => {
    const { userId } = ctx.who;
    await ctx.sessions.close(ctx.db, ctx.who, logEnd(ctx));
    notifySessions(ctx, [userId]);
    return null;
  }),

  handle(searchAll, async (ctx, { text }) => {
    const { tenantId } = ctx.who;
    const like = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
    const molds = may(ctx.who, menus.mold, "Q")
      ? sql<SearchResult>`
        select 'mold' as kind, t.mold_no as id, coalesce(t.mold_name, '') as name
        from mold t
        where t.tenant_id = ${tenantId}
          and ${moldScope(ctx)}
          and (t.mold_no ilike ${like} or t.mold_name ilike ${like})
        order by t.mold_no
        limit 10
      `
      : sql<SearchResult>`select where false`;
    const counters = may(ctx.who, menus.counterRegistration, "Q")
      ? sql<SearchResult>`
        select 'counter' as kind, t.writer_id as id, coalesce(m.mold_no, '') as name
        from ${counterFrom(ctx)}
        where t.tenant_id = ${tenantId}
          and ${counterScope(ctx)}
          and (t.writer_id ilike ${like} or t.chip_code ilike ${like})
        order by t.writer_id
        limit 10
      `
      : sql<SearchResult>`select where false`;
    const orders = may(ctx.who, menus.productionOrder, "Q")
      ? sql<SearchResult>`
        select 'order' as kind, t.order_id as id, concat_ws(' · ', t.mold_no, t.product_no) as name
        from production_order t
        where t.tenant_id = ${tenantId}
          and ${ofMoldScope(ctx)}
          and (t.order_id ilike ${like} or t.mold_no ilike ${like} or t.product_no ilike ${like})
        order by t.planned_end desc, t.order_id
        limit 10
      `
      : sql<SearchResult>`select where false`;
    return (await ctx.db.run(tenantId, [molds, counters, orders])).flat();
  }),
];
