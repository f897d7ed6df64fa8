import { type CommandOutput, defineCommand, defineEnum, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** Reason why a line of the hash chain does not match the system log (docs/security/audit.md). */
export const breakReason = defineEnum("breakReason", {
  removed: "removed",
  changed: "changed",
  missing: "missing",
  cut: "cut",
  added: "added",
});

const access = right(menus.systemLog, "Q", { only: ["staff"] });

const state = {
  /** Number of the last line of the hash chain. */
  chainLines: field.int({ required: true }),
  /** Hash of the last line of the hash chain, in hex. */
  chainHash: field.text(64, { required: true }),
  /** Number of log entries that the chain does not contain yet. A job adds them in the next seconds. */
  chainWaiting: field.int({ required: true }),
  checkedAt: field.time({ wire: "CHECK_TIME" }),
  checkedLines: field.int(),
  /** Number of the first line that does not match the log. Null if all lines match. */
  brokenLine: field.int(),
  brokenReason: field.choice(breakReason),
} as const;

/** Returns the end of the hash chain over the system log, and the outcome of its latest check. */
export const auditState = defineCommand({ type: "rf_GetAuditState", access, input: {}, output: state });

/** Compares each entry of the system log with the chain. */
export const checkAudit = defineCommand({
  type: "rf_CheckAudit",
  access,
  // Not read-only, because the command stores the result of the check.
  readOnly: false,
  input: {},
  output: state,
});

export type AuditState = CommandOutput<typeof auditState>;
