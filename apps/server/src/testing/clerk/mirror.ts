import type { Db } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import type { Change, Row } from "./recorder.ts";

/**
 * Tables that `Mirror` copies, with their key columns. The checks use these tables to find the company of a row, or the
 * reason of a change.
 */
const keys: Readonly<Record<string, readonly [string, ...string[]]>> = {
  mold: ["mold_id"],
  binding: ["binding_id"],
  counter: ["counter_id"],
  device: ["device_id"],
  maintenance_task: ["task_id"],
  spare_part: ["part_no"],
  inventory_count: ["count_id"],
  inventory_part: ["part_id"],
  customer_order: ["order_no"],
  customer_order_line: ["order_no", "seq"],
  order_list: ["list_id"],
  payment: ["payment_id"],
  payment_order: ["payment_id", "order_no"],
  invoice: ["invoice_id"],
  parameter: ["prm_id"],
  product: ["goods_id"],
  product_price: ["goods_id", "oem_name"],
};

const keyOf = (table: string, row: Row) => (keys[table] ?? []).map((c) => String(row[c])).join("/");

/**
 * Copy of some tables that is updated with the recorded changes. The checks read this copy to know the rows before a
 * step.
 */
export class Mirror {
  private readonly tables = new Map<string, Map<string, Row>>();

  async load(db: Db, tenantId: number): Promise<void> {
    const names = Object.keys(keys);
    const results = await db.run(
      tenantId,
      names.map(
        (name) => sql`select to_jsonb(t) as row from ${sql.id(name)} t where t.tenant_id = ${tenantId}`,
      ),
    );
    names.forEach((name, i) => {
      const rows = (results[i] ?? []).map((r) => r.row as Row);
      this.tables.set(name, new Map(rows.map((row) => [keyOf(name, row), row])));
    });
  }

  apply(changes: readonly Change[]): void {
    for (const { table, before, after } of changes) {
      const rows = this.tables.get(table);
      if (!rows) continue;
      if (before) rows.delete(keyOf(table, before));
      if (after) rows.set(keyOf(table, after), after);
    }
  }

  get(table: string, key: unknown): Row | undefined {
    return this.tables.get(table)?.get(String(key));
  }

  all(table: string): readonly Row[] {
    return [...(this.tables.get(table)?.values() ?? [])];
  }
}
