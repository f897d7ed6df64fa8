import { AppError } from "@shotkeeper/contract/kernel";
import { type ItemResult, refuseIncomplete } from "@shotkeeper/contract/maintenance";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import type { LockedTask } from "./task-facts.ts";

interface Checklist {
  readonly items: string;
}

/** Returns the statement that selects the checklists for the task's kind of maintenance and type of mold. */
export const checklistsOf = (tx: Tx, task: LockedTask): Sql<Checklist> =>
  sql<Checklist>`select c.items
    from checklist c
    join mold m on m.tenant_id = ${tx.tenantId} and m.mold_no = ${task.moldNo}
    where c.tenant_id = ${tx.tenantId}
      and c.checklist_kind = ${task.kind}
      and c.is_valid
      and (coalesce(c.mold_type, '') = '' or c.mold_type = m.mold_type)`;

/** Throws unless the results answer all items of one of the checklists. */
export function requireComplete(lists: readonly Checklist[], results: readonly ItemResult[]): void {
  const refusal = refuseIncomplete(
    lists.map((l) => l.items),
    results,
  );
  if (refusal) throw new AppError(refusal);
}
