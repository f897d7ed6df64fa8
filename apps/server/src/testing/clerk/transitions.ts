import type { Observer, Step } from "./clerk.ts";
import type { Change, Row } from "./recorder.ts";

/**
 * States of a kind of document: the states of a new row, the allowed changes, and the states in which a row may be
 * deleted. They are taken from the specification (admin §4, shop §4) and from the user guide of each screen. The
 * server's code is not used, so that errors in the code are found.
 */
interface Life {
  readonly table: string;
  readonly column: string;
  readonly first: readonly unknown[];
  readonly moves: readonly (readonly [unknown, unknown])[];
  readonly removable: readonly unknown[];
  /**
   * Condition on the rows to which these states apply, for example major maintenance. Undefined: all rows of the table.
   */
  readonly of?: (row: Row) => boolean;
}

const from = (states: readonly unknown[], to: unknown) => states.map((s) => [s, to] as const);
const waiting = [0, 1, 2, 3];
/** Changes between the waiting states of a task. Time makes a task due or overdue; a user defers the task. */
const waits = waiting.flatMap((a) => waiting.filter((b) => b !== a && b !== 0).map((b) => [a, b] as const));

export const lives: readonly Life[] = [
  {
    table: "production_order",
    column: "order_state",
    // States: 0 draft, 1 submitted, 2 audited, 3 closed, 4 running, 5 done.
    first: [0],
    moves: [[0, 1], ...from([1, 2], 0), [1, 2], [2, 4], ...from([1, 2, 4], 3), [4, 5]],
    removable: [0],
  },
  {
    table: "maintenance_task",
    column: "state",
    // States: 0 coming up, 1 due, 2 deferred, 3 overdue, 4 done, 7 removed.
    first: [0, 1, 3],
    moves: [...waits, ...from(waiting, 4), ...from(waiting, 7)],
    removable: [],
    of: (row) => row.kind === 1,
  },
  {
    table: "maintenance_task",
    column: "state",
    // States: 0 coming up, 1 due, 2 deferred, 3 overdue, 4 done, 5 working, 6 submitted for acceptance, 7 removed.
    first: [0, 1, 3],
    moves: [...waits, ...from(waiting, 5), [5, 6], [6, 4], [6, 5], ...from(waiting, 7)],
    removable: [],
    of: (row) => row.kind === 2,
  },
  {
    table: "mold_appoint",
    column: "appoint_state",
    // States: 0 unsolved, 1 solved, 2 deleted, 3 closed.
    first: [0],
    moves: [[0, 1], [1, 3], [1, 0], ...from([0, 1], 2)],
    removable: [],
  },
  {
    table: "inventory_count",
    column: "count_state",
    // States: 0 counting, 1 checking, 2 closed, 3 cancelled.
    first: [0],
    moves: [[0, 1], [1, 0], [1, 2], ...from([0, 1], 3)],
    removable: [],
  },
  {
    table: "inventory_part",
    column: "part_state",
    // States: 0 counting, 1 checking, 3 cancelled. A part stays in the state "checking" when the whole stock-take is
    // closed.
    first: [0],
    moves: [[0, 1], [1, 0], ...from([0, 1], 3)],
    removable: [],
  },
  {
    table: "mold_trial",
    column: "audit_stat",
    // States: 0 draft, 1 submitted, 2 audited, 3 closed.
    first: [0],
    moves: [[0, 1], ...from([1, 2], 0), [1, 2], [2, 3]],
    removable: [0],
  },
  {
    table: "new_mold_modification",
    column: "audit_stat",
    first: [0],
    moves: [[0, 1], ...from([1, 2], 0), [1, 2], [2, 3]],
    removable: [0],
  },
  {
    table: "new_mold_plan",
    column: "project_stat",
    // States: 1 initial review, 2 re-review, 3 approved.
    first: [1],
    moves: [
      [1, 2],
      [2, 3],
      [2, 1],
    ],
    removable: [1],
  },
  {
    table: "new_mold_plan",
    column: "project_result",
    // States: 0 unknown, 1 paused, 2 cancelled, 3 mold built (`moldCast`).
    first: [0],
    moves: [[0, 1], [1, 0], ...from([0, 1], 2), [0, 3]],
    removable: [0, 1, 2],
  },
  {
    table: "new_mold_milestone",
    column: "milestone_stat",
    // States: 0 open, 1 reported, 2 confirmed.
    first: [0],
    moves: [
      [0, 1],
      [1, 0],
      [1, 2],
    ],
    removable: [0],
  },
  {
    table: "counter_change",
    column: "approval",
    // States: 0 registered, 1 passed, 2 rejected.
    first: [0],
    moves: [
      [0, 1],
      [0, 2],
    ],
    removable: [],
  },
  {
    table: "counter",
    column: "approval",
    // If a rejected counter is changed, it waits for approval again.
    first: [0, 1],
    moves: [
      [0, 1],
      [0, 2],
      [2, 0],
    ],
    removable: [0, 1, 2],
  },
  {
    table: "counter",
    column: "state",
    // States: 0 in stock, 1 in use, 2 retired. Users may also put a retired counter back into stock or use.
    first: [0, 1],
    moves: [[0, 1], [1, 0], ...from([0, 1], 2), [2, 0], [2, 1]],
    removable: [0, 1, 2],
  },
  {
    table: "customer_order",
    column: "order_stat",
    // States: -3 awaiting approval, 0 pending payment, 1 voucher uploaded, 2 preparing, 3 shipped, 4 completed,
    // -2 cancelled. An order on monthly terms goes from 0 to 2. An exchange leads a shipped order back to 2.
    first: [-3, 0],
    moves: [
      [-3, 0],
      [-3, -2],
      [0, 1],
      [0, 2],
      [0, -2],
      [2, -2],
      [3, 2],
      [4, 2],
      [1, 0],
      [1, 2],
      [2, 3],
      [3, 4],
    ],
    removable: [-3, 0],
  },
  {
    table: "customer_order",
    column: "invoicing_stat",
    // States: 0 not requested, 1 requested, 2 invoiced.
    first: [0],
    moves: [
      [0, 1],
      [1, 0],
      [1, 2],
      // An order is no longer invoiced when its invoice is cancelled.
      [2, 0],
    ],
    removable: [0],
  },
  {
    table: "customer_order",
    column: "is_paid",
    first: [false],
    moves: [[false, true]],
    removable: [false],
  },
  {
    table: "sale_return",
    column: "return_stat",
    // States: 0 requested, 1 approved, 2 to be settled, 3 settled, 4 refused, 5 withdrawn. The goods of a cancellation
    // are never received, and a return of unpaid goods is settled at once.
    first: [0],
    moves: [...from([0, 1], 2), ...from([0, 1, 2], 3), ...from([0, 1], 4), ...from([0, 1], 5), [0, 1]],
    removable: [],
  },
  {
    table: "company_application",
    column: "application_stat",
    // States of a company's sign-up: 0 waiting, 1 approved, 2 refused. A corrected sign-up waits again.
    first: [0],
    moves: [
      [0, 1],
      [0, 2],
      [2, 0],
    ],
    removable: [2],
  },
  {
    table: "payment",
    column: "payment_stat",
    // States: 0 waiting, 1 confirmed, 2 rejected, 3 replaced. A credit is confirmed from the beginning.
    first: [0, 1],
    moves: [1, 2, 3].map((to) => [0, to] as const),
    removable: [],
  },
  {
    table: "invoice",
    column: "is_invoiced",
    first: [false],
    moves: [[false, true]],
    removable: [],
  },
  {
    table: "mold",
    column: "service_state",
    // States: 0 in service, 1 in repair, 2 in trial, 3 in storage, 4 scrapped. A scrapped mold stays scrapped. Old
    // molds may be entered as scrapped.
    first: [0, 1, 2, 3, 4],
    moves: [0, 1, 2, 3].flatMap((a) => [0, 1, 2, 3, 4].filter((b) => a !== b).map((b) => [a, b] as const)),
    removable: [0, 1, 2, 3],
  },
];

/** Tables whose changes of state need no entry in the system log, because another table records these changes. */
const otherRecord = new Set(["inventory_part", "inventory_count", "counter"]);

const keyNames: Readonly<Record<string, string>> = {
  production_order: "order_id",
  maintenance_task: "task_id",
  mold_appoint: "appoint_id",
  mold_trial: "trial_id",
  new_mold_modification: "modification_id",
  new_mold_plan: "mold_no",
  new_mold_milestone: "mold_no",
  counter_change: "change_id",
  company_application: "application_id",
  customer_order: "order_no",
  payment: "payment_id",
  sale_return: "return_no",
  invoice: "invoice_id",
  mold: "mold_no",
};

const show = (v: unknown) => JSON.stringify(v);

/**
 * Returns true if the row belongs to a sample mold that was removed in the same step of a simulated user. Sample data
 * may be deleted in any state, because they are not real.
 */
const isOfRemovedSample = ({ changes }: Step, row: Change["before"]): boolean =>
  changes.some(
    ({ table, op, before }) =>
      table === "mold" && op === "delete" && before?.is_sample === true && before.mold_no === row?.mold_no,
  );

/**
 * Checks that states change only as the specification allows (`lives`), and that the user of each change is recorded.
 */
export class Transitions implements Observer {
  readonly faults: string[] = [];
  /** States that rows reached, as "table.column=state". */
  readonly reached = new Set<string>();

  see(step: Step): void {
    for (const change of step.changes) {
      for (const life of lives) {
        if (life.table !== change.table) continue;
        if (life.of && !life.of(change.after ?? change.before ?? {})) continue;
        this.check(step, change, life);
      }
      if (change.table === "mold" && change.op === "update") this.checkMold(step, change);
    }
  }

  private check(step: Step, { op, before, after }: Change, { table, column, first, moves, removable }: Life) {
    const old = before?.[column];
    const now = after?.[column];
    const where = `step ${step.number}: ${table}.${column}`;
    if (after) this.reached.add(`${table}.${column}=${show(now)}`);
    if (op === "insert" && !first.includes(now)) this.faults.push(`${where}: a new row is ${show(now)}`);
    if (op === "delete" && !removable.includes(old) && !isOfRemovedSample(step, before))
      this.faults.push(`${where}: a row in ${show(old)} was deleted`);
    if (op !== "update" || old === now) return;
    if (!moves.some(([a, b]) => a === old && b === now))
      this.faults.push(`${where}: ${show(old)} became ${show(now)} by ${namesOf(step)}`);
    const key = keyNames[table];
    // Requires no log entry for a task that became due or overdue, because time changed its state and no user did.
    const isByTime = table === "maintenance_task" && (now === 1 || now === 3) && step.deeds.length === 0;
    if (otherRecord.has(table) || key === undefined || isByTime) return;
    const id = String(after?.[key]);
    const isLogged = step.changes.some(
      (c) =>
        c.table === "system_log" &&
        // For the invoicing state of an order, also accepts the log entry of the invoice, because the invoice sets this
        // state.
        (String(c.after?.target_key).split("/")[0] === id ||
          (column === "invoicing_stat" && /^INVOICE_(HD|DT)$/.test(String(c.after?.target)))),
    );
    if (!isLogged)
      this.faults.push(`${where}: ${id} became ${show(now)} without a record, by ${namesOf(step)}`);
  }

  /**
   * Checks that plant, maker and service state of a mold change only with a document, a task, a trial or a new-mold
   * plan.
   */
  private checkMold(step: Step, { before, after }: Change) {
    const no = after?.mold_no;
    const documents = step.changes.filter((c) => c.table === "mold_document" && c.after?.mold_no === no);
    const byDocument = (kind: number, column: string, value: unknown) =>
      documents.some((c) => c.after?.document_kind === kind && c.after[column] === value);
    const isAlong = (table: string) =>
      step.changes.some((c) => c.table === table && (c.after ?? c.before)?.mold_no === no);
    const isNew = isAlong("new_mold_plan") || isAlong("new_mold_milestone");
    const changed = (column: string) => before?.[column] !== after?.[column];
    const fault = (text: string) =>
      this.faults.push(
        `step ${step.number}: mold ${show(no)}: ${text} without a document, by ${namesOf(step)}`,
      );
    if (changed("plant_id") && !byDocument(1, "to_plant_id", after?.plant_id) && !isNew) fault("new plant");
    if (changed("maker_id") && !byDocument(4, "to_maker_id", after?.maker_id)) fault("new maker");
    if (!changed("service_state")) return;
    const to = after?.service_state;
    const hasDocument =
      to === 4
        ? documents.some((c) => c.after?.document_kind === 2)
        : byDocument(3, "to_state", to) || isAlong("maintenance_task") || isAlong("mold_trial") || isNew;
    if (!hasDocument) fault(`state ${show(to)}`);
  }
}

/** Returns the operations of a simulated user's step as text, for messages. */
export const namesOf = (step: Step): string =>
  step.deeds.map((d) => `${d.person.userId} ${d.name} → ${d.msg}`).join("; ") || "a reading or a job";
