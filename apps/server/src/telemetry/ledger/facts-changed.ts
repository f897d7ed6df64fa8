import { sql } from "../../kernel/db/sql.ts";

/**
 * SQL assignments on `counter_state` (alias `s`) after a change of facts on which the ledger or the warnings depend:
 * bindings, the counter's row, thresholds, earlier readings. The new `rev` makes the ledger load the counter again. The
 * time `clock_at` makes the job check it again in its next pass (jobs/warning-clock.ts).
 */
export const factsChanged = sql.raw("rev = s.rev + 1, clock_at = '-infinity'");
