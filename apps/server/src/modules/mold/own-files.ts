import { errors } from "@shotkeeper/contract/kernel";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";

/**
 * Throws unless each path of a photo field is a file that was uploaded to this row. `paths` is the text of the field:
 * paths separated by commas, or null. `field` is the field's camelCase name, for the error message.
 */
export async function requireOwnFiles(
  tx: Tx,
  paths: string | null,
  owner: { readonly wire: string; readonly key: string },
  field: string,
): Promise<void> {
  const wanted = [...new Set((paths ?? "").split(",").map((p) => p.trim()))].filter((p) => p !== "");
  if (wanted.length === 0) return;
  const [found] = await tx.query(
    sql<{ n: number }>`select count(distinct file_path)::int as n
      from file_info
      where tenant_id = ${tx.tenantId}
        and file_path = any(${wanted}::text[])
        and owner_table = ${owner.wire}
        and owner_id = ${owner.key}`,
  );
  if (found?.n !== wanted.length) throw errors.unknownReference(field);
}
