import type { Db } from "../../kernel/db/db.ts";
import type { Observer, Step } from "./clerk.ts";
import { isAccess } from "./effects.ts";
import { Mirror } from "./mirror.ts";
import type { Person } from "./people.ts";
import type { Change, Row } from "./recorder.ts";
import { namesOf } from "./transitions.ts";

/** Tables whose changes are not checked, because the server writes their rows for every caller. */
const common = new Set([
  "system_log",
  "document_counter",
  "document_issued",
  "notice_outbox",
  "board_figure",
  "checkout",
  "warning_checkpoint",
  "counter_state",
  "shot_hour",
  "mold_version",
  "mold_visit",
  "mold_visit_mark",
  "mold_forecast",
  // Chip codes are unique over all tenants, so their rows belong to no company.
  "chip",
]);

/**
 * Companies and users to whom a row belongs. With `all`, the row belongs to no company, and everybody may change it.
 */
interface Owners {
  readonly molds?: readonly Row[];
  readonly orgs?: readonly unknown[];
  readonly customer?: unknown;
  readonly user?: unknown;
  readonly all?: true;
}

/**
 * Checks that users of companies change only rows of their company: molds that the company owns, runs or builds, and
 * documents of these molds; machines and spare parts of the plant; orders and addresses of the customer.
 */
export class Scope implements Observer {
  readonly faults: string[] = [];
  private readonly mirror = new Mirror();
  private tenantId = 0;

  constructor(private readonly db: Db) {}

  async begin(tenantId: number): Promise<void> {
    this.tenantId = tenantId;
    await this.mirror.load(this.db, tenantId);
  }

  see(step: Step): void {
    const persons = step.deeds.map((d) => d.person);
    for (const change of step.changes) {
      // Skips log entries about access, and the rows of the audit chain: the server writes both later, so they may come
      // from earlier runs.
      if (isAccess(change) || change.table.startsWith("audit_")) continue;
      if (change.tenantId !== this.tenantId)
        this.faults.push(`step ${step.number}: another tenant's ${change.table} changed by ${namesOf(step)}`);
      if (persons.length === 0 || persons.some((p) => p.kind === "staff") || common.has(change.table))
        continue;
      const owners = this.ownersOf(change, step.changes);
      if (persons.some((p) => owns(p, owners))) continue;
      const row = JSON.stringify(change.before ?? change.after).slice(0, 400);
      const what = `foreign ${change.op} of ${change.table}`;
      this.faults.push(`step ${step.number}: ${what} by ${namesOf(step)}: ${row}`);
    }
    this.mirror.apply(step.changes);
  }

  private moldsOf(row: Row, changes: readonly Change[]): readonly Row[] {
    const made = changes.flatMap((c) =>
      c.table === "mold" && c.op === "insert" && c.after ? [c.after] : [],
    );
    const column = row.mold_no === undefined || row.mold_no === null ? "mold_id" : "mold_no";
    return [...this.mirror.all("mold"), ...made].filter((m) => m[column] === row[column]);
  }

  /**
   * Returns the molds that carry a counter before or after the step. A counter on no mold belongs to no company, so
   * everybody may change it.
   */
  private counterOwners(row: Row, changes: readonly Change[]): Owners {
    const isOpen = (b: Row | null) => b?.counter_id === row.counter_id && b?.unbound_at === null;
    const bindings = [
      ...this.mirror.all("binding").filter(isOpen),
      ...changes
        .filter((c) => c.table === "binding" && isOpen(c.after))
        .flatMap((c) => (c.after ? [c.after] : [])),
    ];
    return bindings.length === 0
      ? { all: true }
      : { molds: bindings.flatMap((b) => this.moldsOf(b, changes)) };
  }

  private ownersOf(change: Change, changes: readonly Change[]): Owners {
    const row = change.before ?? change.after ?? {};
    switch (change.table) {
      case "mold":
        return { molds: [row] };
      case "counter":
        return this.counterOwners(row, changes);
      case "warning":
        return row.mold_id ? { molds: this.moldsOf(row, changes) } : this.counterOwners(row, changes);
      case "device":
      case "spare_part":
        return row.plant_id === null ? { all: true } : { orgs: [row.plant_id] };
      case "part_move": {
        const part = this.mirror.get("spare_part", row.part_no);
        return part?.plant_id ? { orgs: [part.plant_id] } : { all: true };
      }
      case "repair_finding":
        return { molds: this.moldsOf(this.mirror.get("maintenance_task", row.task_id) ?? {}, changes) };
      case "inventory_count":
      case "inventory_part":
      case "inventory_line":
        return this.countOwners(row, change, changes);
      case "customer":
      case "customer_address":
      case "customer_oem":
      case "customer_order":
      case "shipment":
      case "payment":
      case "sale_return":
      case "refund":
      case "invoice":
      case "order_list":
        return { customer: row.cust_id };
      // A cart belongs to one person of a company, so only this person may change it.
      case "cart_line":
        return { user: row.user_id };
      case "order_list_line": {
        const made = changes.find((c) => c.table === "order_list" && c.after?.list_id === row.list_id);
        return { customer: (this.mirror.get("order_list", row.list_id) ?? made?.after)?.cust_id };
      }
      case "customer_order_line":
      case "order_voucher": {
        const made = changes.find((c) => c.table === "customer_order" && c.after?.order_no === row.order_no);
        return { customer: (this.mirror.get("customer_order", row.order_no) ?? made?.after)?.cust_id };
      }
      case "sale_return_line":
      case "sale_return_serial": {
        const made = changes.find((c) => c.table === "sale_return" && c.after?.return_no === row.return_no);
        return { customer: (this.mirror.get("sale_return", row.return_no) ?? made?.after)?.cust_id };
      }
      case "payment_file":
      case "payment_order": {
        const made = changes.find((c) => c.table === "payment" && c.after?.payment_id === row.payment_id);
        return { customer: (this.mirror.get("payment", row.payment_id) ?? made?.after)?.cust_id };
      }
      case "invoice_line": {
        const made = changes.find((c) => c.table === "invoice" && c.after?.invoice_id === row.invoice_id);
        return { customer: (this.mirror.get("invoice", row.invoice_id) ?? made?.after)?.cust_id };
      }
      case "product":
        return onlyDiffer(change, ["reserved_qty"]) ? { all: true } : {};
      case "file_info":
        return { user: row.created_by };
      // Users of a company may maintain the other users of their company, if their role allows this. Roles belong to no
      // company, so this check accepts every change of a role; role.test.ts tests that users grant only rights that
      // they have.
      case "user":
        return { user: row.user_id, orgs: [row.org_id], customer: row.cust_id };
      case "role":
      case "role_right":
        return { all: true };
      // Also allows the plant that will take the new mold over, because this plant may sign or return the handover.
      case "new_mold_milestone":
        return { molds: this.moldsOf(row, changes), orgs: [row.handover_plant_id] };
      case "list_view":
      case "user_wechat":
      case "user_totp":
      case "user_recovery_code":
      case "user_passkey":
      case "user_sso":
      case "second_step":
      case "second_step_try":
      case "passkey_challenge":
      case "password_history":
      case "password_reset":
      case "login_attempt":
      case "login_device":
      case "api_key":
        return { user: row.user_id };
      // Any user may cause a notice to another user. Only the receiver may change the notice.
      case "notice":
        return change.op === "insert" ? { all: true } : { user: row.user_id };
      case "supplier_binding":
      case "manufacturer_binding":
        return { orgs: [row.oem_id, row.plant_id, row.maker_id] };
      default:
        return { molds: this.moldsOf(row, changes) };
    }
  }

  /**
   * Returns the companies that may change a stock-take: the company that started the stock-take, the plants of its
   * parts and, for a line, the companies of the mold and the company that found it.
   */
  private countOwners(row: Row, change: Change, changes: readonly Change[]): Owners {
    const { table } = change;
    const line = table === "inventory_line" ? [row.plant_id, row.oem_id, row.maker_id, row.found_org] : [];
    const count = this.mirror.get("inventory_count", row.count_id);
    const parts = this.mirror.all("inventory_part").filter((p) => p.count_id === row.count_id);
    // Allows the plants of all parts to change the stock-take itself, because ending the last part also ends the
    // stock-take. Allows them to change the lines of other plants when the stock-take ends, because the end releases
    // the molds of all lines.
    const isEnd = changes.some((c) => c.table === "inventory_count" && c.after?.count_id === row.count_id);
    const isRelease = table === "inventory_line" && isEnd && onlyDiffer(change, ["is_open", "is_cancelled"]);
    const whole = table === "inventory_count" || isRelease ? parts.map((p) => p.plant_id) : [row.plant_id];
    return {
      orgs: [...line, ...whole, row.org_id, count?.org_id].filter((o) => o !== undefined && o !== null),
    };
  }
}

const companyColumns = { oem: "oem_id", plant: "plant_id", maker: "maker_id" } as const;

function owns(p: Person, o: Owners): boolean {
  if (o.all) return true;
  if (o.user !== undefined && o.user === p.userId) return true;
  if (p.kind === "staff") return true;
  if (p.kind === "customer") return o.customer !== undefined && o.customer === p.company;
  const column = companyColumns[p.kind];
  return (o.molds ?? []).some((m) => m[column] === p.company) || (o.orgs ?? []).includes(p.company);
}

/** Returns whether an update changed only the given columns, apart from `updated_by` and `updated_date`. */
function onlyDiffer({ before, after }: Change, columns: readonly string[]): boolean {
  if (!before || !after) return false;
  const stamps = ["updated_by", "updated_date"];
  return Object.keys(after).every(
    (c) =>
      columns.includes(c) || stamps.includes(c) || JSON.stringify(before[c]) === JSON.stringify(after[c]),
  );
}
