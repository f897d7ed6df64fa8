/**
 * Kind of a statement, which decides how long it may run:
 * - `list`: reads a page of a list, or single rows by key.
 * - `report`: an export, a board, a report, or another operation of a request, such as a write or a command.
 * - `job`: work that no request waits for, and readings of counters.
 */
export type StatementKind = "list" | "report" | "job";

/** Time limit of statements by kind, ms. 0: no limit. */
export type StatementTimeouts = Readonly<Record<StatementKind, number>>;

export const usualTimeouts: StatementTimeouts = { list: 10_000, report: 60_000, job: 600_000 };

/** Limits of the statements of one call. */
export interface CallLimits {
  readonly kind: StatementKind;
  /**
   * Signal that is aborted when nobody waits for the answer any more. The call then stops waiting for a connection, and
   * PostgreSQL cancels its running statement. Only present for calls that only read, because they may end at any time.
   */
  readonly gone?: AbortSignal | undefined;
  /**
   * True if the call belongs to a request that only reads. Such calls wait for a connection in queues of their own
   * (`Line` in fair-queue.ts), apart from the tenant's writes and jobs.
   */
  readonly isRead?: boolean;
  /**
   * True: the database refuses writes of the call (SQLSTATE 25006). Does not apply to the methods `platform` and
   * `dryRun` of `CallerDb`; a dry run is rolled back anyway.
   */
  readonly readOnly?: true;
  /** True: the call reads or writes few rows by key. PostgreSQL then keeps one plan for each statement. */
  readonly isKeyed?: true;
  /**
   * True: none of the statements writes. The transaction then need not check whether the tenant was removed, because a
   * removed tenant has no rows to read.
   */
  readonly isLookUp?: true;
}

/** Limits of a call for which the caller states none: those of a job. */
export const jobLimits: CallLimits = { kind: "job" };
export const lookUpLimits: CallLimits = { kind: "list", isKeyed: true, isLookUp: true };
export const requestLimits: CallLimits = { kind: "report" };
