import { codes } from "@shotkeeper/contract/kernel";
import type { Deed, Observer, Step } from "./clerk.ts";
import type { Change } from "./recorder.ts";
import { namesOf } from "./transitions.ts";

/**
 * Tables that the server may write whether it accepts or refuses the request: numbers that a refused document used up,
 * messages that are sent after the answer, and caches.
 */
const beside = new Set([
  "document_counter",
  "document_issued",
  "notice",
  "notice_outbox",
  "board_figure",
  "warning_checkpoint",
  "job",
  "request_key",
  // These tables may change with any request: log-in attempts are counted even if they are refused, and the audit chain
  // grows with the system log.
  "login_attempt",
  "login_device",
  "second_step",
  "second_step_try",
  "passkey_challenge",
  "audit_line",
  "audit_head",
]);

/** Commands that may report success without changing a row, with the reason. */
const mayKeep: Readonly<Record<string, string>> = {
  rf_Recompute: "correct figures stay",
  rf_CreateCustOrder: "a repeated checkout key answers with the orders of the first checkout",
  rf_RefreshQry: "it renews caches",
  rf_ActivatePackage: "the version was active already",
  rf_EndOtherSessions: "the user has no other session",
  rf_TestSso: "it only asks the identity provider",
  rf_RenamePasskey: "the name may be the old one",
  rf_EndSession: "sessions belong to no company, so their changes are not recorded",
  rf_BeginPasskey: "it stores a challenge, which belongs to no tenant",
  rf_PrintToPdf: "an equal document is stored once",
  rf_OrderWaybill: "the carrier gives a number, which the shipment stores",
  rf_QryExpressDeliverySf: "it stores only a delivery that was not known",
  rf_ScanMold: "the answer says that the code is unknown, or that the mold was counted before",
};

/**
 * Commands that replace rows and return the number of new rows. So a success that reports 0 rows may still have changed
 * the table: it has removed the earlier rows.
 */
const replacing: ReadonlySet<string> = new Set(["rf_RecordFindings"]);

const codeOf = (d: Deed) => d.msg.split("^")[0] ?? "";
const successes: readonly string[] = [
  codes.done,
  codes.added,
  codes.updated,
  codes.deleted,
  codes.archived,
  codes.restored,
];
const ops = { [codes.added]: "insert", [codes.updated]: "update", [codes.deleted]: "delete" } as const;

/**
 * Columns of `counter_state` that contain no data: a new `rev` makes servers load the counter again, and a new
 * `clock_at` makes a job check the counter. `isMark` sets both to 0 before it compares the old row with the new one.
 */
const marks = { rev: 0, clock_at: 0 };
/** Returns whether only the columns of `marks` have changed, which contain no data. */
const isMark = ({ table, before, after }: Change) =>
  table === "counter_state" &&
  before !== null &&
  JSON.stringify({ ...before, ...marks }) === JSON.stringify({ ...after, ...marks });

/** Actions of log entries about access. The server adds such entries for refusals too, sometimes after the answer. */
const accessActions: readonly unknown[] = ["refused", "export", "login", "logout", "loginFailed"];
export const isAccess = ({ table, after }: Change) =>
  table === "system_log" && accessActions.includes(after?.action);

/** Checks that each answer is true: a success must have changed rows. A refusal or a query must have changed none. */
export class Effects implements Observer {
  readonly faults: string[] = [];

  see(seen: Step): void {
    const step = { ...seen, changes: seen.changes.filter((c) => !isAccess(c)) };
    // Leaves out the system log if a step runs a script: the server logs refused scripts too, and such an entry would
    // look like a change by a refusal.
    const isScript = step.deeds.some((d) => d.name === "rf_RunScript");
    const changes = step.changes.filter(
      (c) => !beside.has(c.table) && !isMark(c) && !(isScript && c.table === "system_log"),
    );
    const [only, ...others] = step.deeds;
    if (only && others.length === 0) this.judge(step, only, changes);
    else this.judgeTogether(step, changes);
  }

  private fault(step: Step, text: string) {
    this.faults.push(
      `step ${step.number}: ${text}: ${namesOf(step)} ${JSON.stringify(step.deeds.map((d) => d.body))}`,
    );
  }

  private judge(step: Step, deed: Deed, changes: readonly Change[]) {
    const code = codeOf(deed);
    const tables = [...new Set(changes.map((c) => c.table))].join(", ");
    const isSuccess = successes.includes(code);
    if (!isSuccess && changes.length > 0 && code !== codes.loggedOut && code !== codes.fetched)
      this.fault(step, `a refusal changed ${tables}`);
    if (!isSuccess) return;
    if (deed.isRead && changes.length > 0) this.fault(step, `a query changed ${tables}`);
    const isEmpty = deed.count === 0 && !replacing.has(deed.name);
    if (isEmpty && changes.some((c) => c.table !== "system_log"))
      this.fault(step, `an answer of no rows changed ${tables}`);
    if (!deed.isRead && step.changes.length === 0 && deed.count !== 0 && mayKeep[deed.name] === undefined)
      this.fault(step, "a success changed nothing");
    if (deed.table === null) return;
    const op = ops[code as keyof typeof ops] ?? "update";
    if (!step.changes.some((c) => c.table === deed.table && c.op === op))
      this.fault(step, `no ${op} of ${deed.table}`);
  }

  /**
   * Checks concurrent requests together: for each write that an answer reports, a row must have changed. If all
   * requests were refused, no row may have changed.
   */
  private judgeTogether(step: Step, changes: readonly Change[]) {
    if (step.deeds.length === 0) return;
    if (
      step.deeds.every((d) => !successes.includes(codeOf(d)) && codeOf(d) !== codes.loggedOut) &&
      changes.length > 0
    )
      this.fault(step, `refusals changed ${[...new Set(changes.map((c) => c.table))].join(", ")}`);
    for (const [code, op] of Object.entries(ops)) {
      const promised = step.deeds
        .filter((d) => d.table !== null && codeOf(d) === code)
        .map((d) => String(d.table));
      for (const table of new Set(promised)) {
        const found = step.changes.filter((c) => c.table === table && c.op === op).length;
        const expected = promised.filter((t) => t === table).length;
        if (found < expected) this.fault(step, `${found} of ${expected} rows: ${op} of ${table}`);
      }
    }
  }
}
