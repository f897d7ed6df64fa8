import { type Entity, snake } from "@shotkeeper/contract/kernel";
import { type Sql, sql } from "./db/sql.ts";

/** A decoded row: field names and values. */
export type InputRow = Record<string, unknown>;

/** Columns that hold secrets. The system log never contains them. */
const secrets = ["password_hash", "secret_hash"];
/** SQL of the values that the system log keeps of a deleted row (alias `done`): all columns except secrets. */
export const image = sql.raw(`to_jsonb(done) - '{${secrets.join()}}'::text[]`);

/**
 * Number of name-value pairs per jsonb_build_object call. PostgreSQL allows 100 arguments per call, so more pairs need
 * several calls.
 */
const pairs = 50;

/**
 * Builds the values that the system log keeps of an inserted or updated row. Contains only the written columns, because
 * logging whole rows would double the work. `prefix`: text before each column name of `alias`, if a RETURNING clause
 * has renamed the columns (see `returned`).
 */
export function partImage(columns: readonly string[], alias: string, prefix = ""): Sql {
  const shown = columns.filter((c) => !secrets.includes(c)).map((c) => `'${c}', ${alias}."${prefix}${c}"`);
  const parts: string[] = [];
  for (let i = 0; i < shown.length; i += pairs)
    parts.push(`jsonb_build_object(${shown.slice(i, i + pairs).join(", ")})`);
  return sql.raw(parts.join(" || "));
}

/**
 * Builds the column list of a RETURNING clause. The name of each column begins with `prefix`. The values for the log
 * are computed from these columns outside of RETURNING, because Citus allows only immutable functions inside.
 */
export function returned(columns: readonly string[], alias: string, prefix: string): Sql {
  const shown = [...new Set(columns)].filter((c) => !secrets.includes(c));
  return sql.raw(shown.map((c) => `${alias}."${c}" as "${prefix}${c}"`).join(", "));
}

/**
 * Returns the values that the system log keeps of a new row, as JSON. Uses the decoded values, because they are rounded
 * in the same way as the columns.
 */
export function imageOf(row: InputRow, names: readonly string[]): string {
  const shown: InputRow = {};
  for (const name of names) {
    const column = snake(name);
    if (!secrets.includes(column)) shown[column] = row[name];
  }
  return JSON.stringify(shown);
}

/** Builds the key of a row as the system log stores it: the key fields, joined by "/". */
export function keyText(entity: Entity, alias: string, prefix = ""): Sql {
  return sql.raw(`concat_ws('/', ${entity.key.map((k) => `${alias}."${prefix}${snake(k)}"`).join(", ")})`);
}
