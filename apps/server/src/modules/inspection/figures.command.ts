import { appointFigures, appointState } from "@shotkeeper/contract/inspection";
import { sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { ofMoldScope } from "../basic/index.ts";
import { daysOpen, isOverdue } from "./appoint-facts.ts";

const dayMs = 86_400_000;
const closedWithin = 90;
const { unsolved, solved, closed, deleted } = appointState.values;

export const figuresImpl: CommandImpl = handle(appointFigures, async (ctx) => {
  const { tenantId } = ctx.who;
  const since = new Date(ctx.now - closedWithin * dayMs);
  const isOpen = sql`t.appoint_state in (${unsolved}, ${solved})`;
  const isClosed = sql`t.appoint_state = ${closed} and t.appoint_closed_at > ${since}`;
  const counts = sql`count(*) filter (where ${isOpen})::int as "OPEN", count(*) filter (where ${isOverdue(ctx)})::int as "OVERDUE", count(*) filter (where ${isClosed})::int as "CLOSED"`;
  const where = sql`t.tenant_id = ${tenantId} and t.appoint_state <> ${deleted} and ${ofMoldScope(ctx)}`;
  const [all, types, plants] = await ctx.db.run(tenantId, [
    sql`select ${counts}, count(*) filter (where t.appoint_state = ${solved})::int as awaiting, round(avg(${daysOpen(ctx)}) filter (where ${isClosed}), 1)::float8 as days from mold_appoint t where ${where}`,
    sql`select t.appoint_type::text as "OF", ${counts} from mold_appoint t where ${where} group by t.appoint_type order by 2 desc, 1`,
    sql`select coalesce(p.org_name, t.appoint_plant_id, '') as "OF", ${counts} from mold_appoint t
      left join organization p on p.tenant_id = ${tenantId} and p.org_id = t.appoint_plant_id where ${where} group by 1 order by 2 desc, 1`,
  ]);
  const f = all?.[0];
  const shares = (rows: typeof types) =>
    ((rows ?? []) as unknown as { OF: string; OPEN: number; OVERDUE: number; CLOSED: number }[]).filter(
      (r) => r.OPEN + r.CLOSED > 0,
    );
  return {
    OPEN: Number(f?.OPEN ?? 0),
    OVERDUE: Number(f?.OVERDUE ?? 0),
    AWAITING: Number(f?.awaiting ?? 0),
    CLOSED: Number(f?.CLOSED ?? 0),
    MEAN_DAYS: f?.days === null || f?.days === undefined ? null : Number(f.days),
    TYPES: shares(types),
    PLANTS: shares(plants),
  };
});
