import { appointFigures } from "@shotkeeper/contract/inspection";
import { sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { ofMoldScope } from "../mold/index.ts";
import { appointStates, daysOpen, isOverdue } from "./appoint-facts.ts";

const dayMs = 86_400_000;
const closedWithinDays = 90;
const { unsolved, solved, closed, deleted } = appointStates;

interface Counts {
  readonly open: number;
  readonly overdue: number;
  readonly closed: number;
}
interface Share extends Counts {
  readonly of: string;
}
interface Totals extends Counts {
  readonly awaiting: number;
  readonly meanDays: number | null;
}

export const figuresImpl: CommandImpl = handle(appointFigures, async (ctx) => {
  const { tenantId } = ctx.who;
  const since = new Date(ctx.now - closedWithinDays * dayMs);
  const isOpen = sql`t.appoint_state in (${unsolved}, ${solved})`;
  const isClosed = sql`t.appoint_state = ${closed} and t.appoint_closed_at > ${since}`;
  const counts = sql`count(*) filter (where ${isOpen})::int as open,
    count(*) filter (where ${isOverdue(ctx)})::int as overdue,
    count(*) filter (where ${isClosed})::int as closed`;
  const where = sql`t.tenant_id = ${tenantId} and t.appoint_state <> ${deleted} and ${ofMoldScope(ctx)}`;
  const [[totals], types, plants] = await ctx.db.run(tenantId, [
    sql<Totals>`select ${counts},
        count(*) filter (where t.appoint_state = ${solved})::int as awaiting,
        round(avg(${daysOpen(ctx)}) filter (where ${isClosed}), 1)::float8 as "meanDays"
      from mold_appoint t
      where ${where}`,
    sql<Share>`select t.appoint_type::text as "of", ${counts}
      from mold_appoint t
      where ${where}
      group by t.appoint_type
      order by 2 desc, 1`,
    sql<Share>`select coalesce(p.org_name, t.appoint_plant_id, '') as "of", ${counts}
      from mold_appoint t
      left join organization p on p.tenant_id = ${tenantId} and p.org_id = t.appoint_plant_id
      where ${where}
      group by 1
      order by 2 desc, 1`,
  ]);
  const nonEmpty = (rows: readonly Share[]) => rows.filter((r) => r.open + r.closed > 0);
  return {
    open: totals?.open ?? 0,
    overdue: totals?.overdue ?? 0,
    awaiting: totals?.awaiting ?? 0,
    closed: totals?.closed ?? 0,
    meanDays: totals?.meanDays ?? null,
    types: nonEmpty(types),
    plants: nonEmpty(plants),
  };
});
