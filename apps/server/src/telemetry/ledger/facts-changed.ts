import { sql } from "../../kernel/db/sql.ts";

/**
 * SQL assignments on `counter_state` (alias `s`) after a change of facts on which the ledger or the warnings depend:
 * bindings, the counter's row, thresholds, earlier readings. The new `rev` makes the ledger load the counter again. The
 * new `clock_at` makes the job of jobs/warning-clock.ts check the counter in its next run.
 */
export const factsChanged = sql.raw("rev = s.rev + 1, clock_at = '-infinity'");
