import { beforeRelease } from "../kernel/db/migrate.ts";

/**
 * Columns that stood at the end of their table, in this order, in versions before the first release. Later they moved
 * to more fitting places (docs/decisions/0016). A backup of such a version still has them at the end.
 */
const addedAtEnd: Readonly<Record<string, readonly string[]>> = {
  file_info: ["seq"],
  maintenance_task: [
    "task_source",
    "run_shots",
    "interval_shots",
    "task_reason",
    "plan_date",
    "assignee",
    "overdue_at",
    "started_at",
    "began_by",
    "service_before",
    "results",
    "replaced",
    "cost",
    "accepted_at",
    "accepted_by",
    "accept_note",
    "sent_back_count",
    "send_back_reason",
    "removed_at",
  ],
  mold: ["major_maintenance_shots"],
  notice: ["level", "body", "texts", "dev_type", "longitude", "latitude"],
  product: ["reserved_qty"],
  tenant: ["cust_name", "validity_control", "aim_tenant", "logo", "created_by", "updated_by", "updated_date"],
  user: ["cust_id"],
};

/**
 * Returns a table's columns in the order in which a backup holds their values. `migration` is the schema version of the
 * backup (`Manifest.migration`).
 */
export function columnsInBackup(migration: string, table: string, columns: readonly string[]): string[] {
  const last = migration === beforeRelease.last ? (addedAtEnd[table] ?? []) : [];
  return [...columns.filter((c) => !last.includes(c)), ...last];
}
