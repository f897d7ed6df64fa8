import type { CommandOutput } from "@shotkeeper/contract/kernel";
import { endOtherSessions, endSession, mySessions } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle } from "../../kernel/registry.ts";
import { notifySessions } from "./granting.ts";

type SessionRow = CommandOutput<typeof mySessions>[number];

/** Id of the caller's present session. A renewed token has another hash, but the same id. */
const currentId = ({ who: { tenantId, sessionHash } }: Ctx): Sql => sql`
  (select x.session_id from session x where x.tenant_id = ${tenantId} and x.token_hash = ${sessionHash})
`;

/** Ends the sessions of the caller that meet the condition. Returns the number of ended sessions. */
async function end(ctx: Ctx, condition: Sql): Promise<{ count: number }> {
  const { tenantId, userId } = ctx.who;
  const [ended] = await ctx.db.run(tenantId, [
    sql<{ n: number }>`
      with ended as (
        delete
        from session s
        where s.tenant_id = ${tenantId} and s.user_id = ${userId} and ${condition}
        returning s.session_id
      )
      select count(distinct session_id)::int as n from ended
    `,
  ]);
  const count = ended[0]?.n ?? 0;
  if (count > 0)
    await ctx.db.run(tenantId, [
      sql`
        ${logInto(ctx, "logout", "session", "after")} ${userId}, ${JSON.stringify({ sessions: count })}::jsonb
        returning 1
      `,
    ]);
  notifySessions(ctx, [userId]);
  return { count };
}

/** Commands with which users see where they are signed in, and end sessions. */
export const mySessionCommands = [
  handle(mySessions, async (ctx) => {
    const { tenantId, userId } = ctx.who;
    const [rows] = await ctx.db.run(tenantId, [
      sql<SessionRow>`
        select
          s.session_id as "sessionId", s.session_id = ${currentId(ctx)} as "isCurrent", s.dev_type as "devType",
          s.method, s.address, s.agent, coalesce(s.signed_in_at, s.created_at) as "signedInAt",
          s.seen_at as "seenAt"
        from session s
        where s.tenant_id = ${tenantId}
          and s.user_id = ${userId}
          and s.expires_at > ${new Date(ctx.now)}
          and not s.superseded
          and s.viewed_user is null
        order by 2 desc, s.seen_at desc, s.session_id
      `,
    ]);
    return rows;
  }),

  handle(endSession, (ctx, { sessionId }) => end(ctx, sql`s.session_id = ${sessionId}`)),
  handle(endOtherSessions, (ctx) => end(ctx, sql`s.session_id <> ${currentId(ctx)}`)),
];
