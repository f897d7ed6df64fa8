import {
  appointList,
  type appointState,
  closeList,
  daysToSolve,
  moldAppoint,
  refuseAppointStep,
} from "@shotkeeper/contract/inspection";
import { AppError, type EnumValue, errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { implement, type QueryImpl, table } from "../../kernel/registry.ts";
import { dayIn } from "../../kernel/zone.ts";
import { requirePerson } from "../maintenance/index.ts";
import { ofMoldScope, seenMolds } from "../mold/index.ts";
import { soon } from "../notice/index.ts";
import { appointColumns, appointJoins, appointStates } from "./appoint-facts.ts";
import { notifyAppoints } from "./notices.ts";

const newestFirst = [{ field: "issueFoundAt", direction: "desc" }] as const;
const { solved, closed } = appointStates;

export const appointQueries: readonly QueryImpl[] = [
  implement(appointList, {
    from: "mold_appoint",
    joins: appointJoins,
    where: ofMoldScope,
    columns: appointColumns,
    order: newestFirst,
  }),
  implement(closeList, {
    from: "mold_appoint",
    joins: appointJoins,
    where: (ctx) => sql`t.appoint_state in (${solved}, ${closed}) and ${ofMoldScope(ctx)}`,
    columns: appointColumns,
    order: newestFirst,
  }),
];

type Rows = readonly Record<string, unknown>[];

/** Returns the default due day of an inspection issue, by its level and the time at which it was found. */
function dueDay(ctx: Ctx, level: unknown, issueFoundAt: number): string {
  const days = daysToSolve[level as keyof typeof daysToSolve] ?? daysToSolve[1];
  const { year, month, day } = dayIn(ctx.who.zone, issueFoundAt);
  // Counts days of the calendar. Days of 24 hours would miss the day by one if the clocks change in between.
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

/**
 * Throws unless the mold of each new inspection issue is in the caller's scope and the assignee may see the mold. Then
 * sets the finder to the caller, and fills in the mold's plant and the due day.
 */
async function checkNew(ctx: Ctx, rows: Rows): Promise<void> {
  const { userId } = ctx.who;
  const moldOf = await seenMolds(
    ctx,
    rows.map((r) => r.moldNo),
    "plant_id",
  );
  for (const row of rows) {
    const issueFoundAt = typeof row.issueFoundAt === "string" ? Date.parse(row.issueFoundAt) : ctx.now;
    if (issueFoundAt > ctx.now) throw errors.invalidField("foundDate");
    row.appointId ??= await nextDocumentNumber(ctx, "IN");
    row.issueFoundAt = new Date(issueFoundAt).toISOString();
    row.issueFoundBy = userId;
    row.appointPlantId = moldOf(row.moldNo).plant_id;
    row.dueOn ??= dueDay(ctx, row.appointLevel, issueFoundAt);
    if (typeof row.assignee === "string") await requirePerson(ctx, row.assignee, String(row.moldNo));
  }
}

/** Throws unless each changed inspection issue is unsolved and keeps its mold, and a new assignee may see the mold. */
async function checkChange(ctx: Ctx, rows: Rows): Promise<void> {
  const { tenantId, userId } = ctx.who;
  const [stored] = await ctx.db.run(tenantId, [
    sql<{
      appoint_id: string;
      mold_no: string;
      appoint_state: EnumValue<typeof appointState>;
      issue_found_by: string;
      updated_date: string;
      assignee: string | null;
    }>`select t.appoint_id, t.mold_no, t.appoint_state, t.issue_found_by, t.updated_date, t.assignee
      from mold_appoint t
      where t.tenant_id = ${tenantId}
        and t.appoint_id = any(${rows.map((r) => String(r.appointId))}::text[])
        and ${ofMoldScope(ctx)}`,
  ]);
  for (const row of rows) {
    const old = stored.find((o) => o.appoint_id === row.appointId);
    if (!old) continue;
    const facts = {
      appointState: old.appoint_state,
      issueFoundBy: old.issue_found_by,
      saveProblemBy: null,
      seesAll: null,
    };
    const refusal = refuseAppointStep("edit", facts, userId);
    if (refusal) throw new AppError(refusal);
    if (row.moldNo !== undefined && row.moldNo !== old.mold_no) throw errors.invalidField("moldNo");
    if (typeof row.issueFoundAt === "string" && Date.parse(row.issueFoundAt) > ctx.now)
      throw errors.invalidField("foundDate");
    // Optimistic lock: if another request changes the issue after this read, the update writes nothing.
    row.updatedDate ??= old.updated_date;
    if (typeof row.assignee === "string" && row.assignee !== old.assignee)
      await requirePerson(ctx, row.assignee, old.mold_no);
  }
}

export const appointTable = table(moldAppoint, {
  from: "mold_appoint",
  where: ofMoldScope,
  // Allows no deletion of rows. A command marks them as deleted, and they stay in the table with user, time and reason.
  writes: ["A", "M"],
  check: (ctx, action, rows) => (action === "A" ? checkNew(ctx, rows) : checkChange(ctx, rows)),
  done(ctx, _action, rows) {
    ctx.events.emit(ctx.who.tenantId, { type: "board" });
    const assigned = rows.flatMap((r) => (typeof r.assignee === "string" ? [String(r.appointId)] : []));
    soon(ctx, (later) => notifyAppoints(later, "appointAssigned", assigned));
  },
});
