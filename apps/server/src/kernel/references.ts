import { type Field, type Fields, isArchivable, snake } from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";
import type { Registry, TableImpl } from "./registry.ts";
import { type InputRow, recordset } from "./write-sql.ts";

/**
 * A field that refers to a row which must not be archived, or must be of a certain kind. Foreign keys only ensure that
 * the row exists.
 */
interface Reference {
  readonly name: string;
  readonly field: Field;
  readonly target: TableImpl;
}

function referencesOf(r: Registry, fields: Fields, names: readonly string[]): Reference[] {
  return names.flatMap((name) => {
    const field = fields[name];
    const target = field?.reference === undefined ? undefined : r.tables.get(field.reference);
    const isChecked = target && (field?.referenceIs || isArchivable(target.entity.fields));
    return field && target && isChecked ? [{ name, field, target }] : [];
  });
}

/**
 * Selects the keys of the rows to which a reference may point: rows that are not archived and are of the required kind.
 * Locks these rows until the end of the transaction, so that nobody can archive them in between.
 */
function allowed(ctx: Ctx, { field, target }: Reference, isSent: (key: Sql) => Sql): Sql {
  const { entity } = target;
  const key = sql`o.${sql.id(snake(entity.key[0] ?? ""))}`;
  const conditions = [
    sql`o.tenant_id = ${ctx.who.tenantId}`,
    isSent(key),
    ...(isArchivable(entity.fields) ? [sql.raw("o.archived_date is null")] : []),
    ...Object.entries(field.referenceIs ?? {}).map(([name, v]) => sql`o.${sql.id(snake(name))} = ${v}`),
  ];
  return sql`
    select ${key}::text as key
    from ${sql.id(snake(entity.name))} o
    where ${sql.join(conditions, " and ")}
    for key share
  `;
}

/** Builds the condition that the stored row has this value already. An update may keep such a reference. */
function isStored(ctx: Ctx, { entity }: TableImpl, name: string, sent: (name: string) => Sql): Sql {
  const keys = entity.key.map((k) => sql`t.${sql.id(snake(k))} = ${sent(k)}`);
  return sql`
    exists (
      select
      from ${sql.id(snake(entity.name))} t
      where t.tenant_id = ${ctx.who.tenantId}
        and ${sql.join(keys, " and ")}
        and t.${sql.id(snake(name))} = ${sent(name)}
    )
  `;
}

/**
 * Check of one reference in the rows to be written: the rows to which the reference may point, and the condition under
 * which the reference is invalid.
 */
interface Check {
  readonly name: string;
  readonly allowed: Sql;
  /** Returns the condition for a fault. `a` is the name of the selection `allowed` in the statement. */
  readonly isFault: (a: Sql) => Sql;
}

/**
 * Returns a statement that raises unknownReference with the name of the first field whose reference is invalid. If all
 * references are valid, the statement raises nothing.
 */
function raiseFirst(checks: readonly Check[]): Sql {
  const alias = (i: number) => sql.raw(`allowed_${i}`);
  return sql`
    with ${sql.join(checks.map((c, i) => sql`${alias(i)} as (${c.allowed})`))}
    select app_expect_references(f.name)
    from (
      select
        case ${sql.join(
          checks.map((c, i) => sql`when ${c.isFault(alias(i))} then ${sql.raw(`'${c.name}'`)}`),
          " ",
        )} end as name
    ) f
    where f.name is not null
  `;
}

/** Returns the check of a reference in a single row, or in an input of a command. */
const checkOne = (ctx: Ctx, r: Reference, value: unknown): Check => ({
  name: r.name,
  allowed: allowed(ctx, r, (key) => sql`${key} = ${value}`),
  isFault: (a) => sql`not exists (select from ${a})`,
});

/** Returns the check of a reference in several rows. An updated row may keep the reference that is stored already. */
function checkAll(ctx: Ctx, t: TableImpl, type: "insert" | "update", rows: Sql, r: Reference): Check {
  const sent = (name: string) => sql`i.${sql.id(snake(name))}`;
  const kept = type === "update" ? sql`and not ${isStored(ctx, t, r.name, sent)}` : sql.empty;
  return {
    name: r.name,
    allowed: allowed(ctx, r, (key) => sql`${key} in (select ${sent(r.name)} from ${rows} i)`),
    isFault: (a) => sql`
      exists (
        select
        from ${rows} i
        where ${sent(r.name)} is not null
          and ${sent(r.name)}::text not in (select key from ${a})
          ${kept}
      )
    `,
  };
}

/**
 * Returns a statement that raises `unknownReference` if rows to be written refer to rows that do not exist, are
 * archived, or are of another kind. An update may keep the reference that is stored already.
 */
export function expectReferences(
  ctx: Ctx,
  r: Registry,
  t: TableImpl,
  type: "insert" | "update",
  rows: readonly InputRow[],
): Sql[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row).filter((name) => row[name] !== null)));
  const references = referencesOf(r, t.entity.fields, [...names]);
  if (references.length === 0) return [];
  const [row] = rows;
  // Sends a single inserted row as plain values, which the database plans and reads faster than a JSON record.
  const checks =
    row && rows.length === 1 && type === "insert"
      ? references.map((reference) => checkOne(ctx, reference, row[reference.name]))
      : references.map((reference) => checkAll(ctx, t, type, recordset(t.entity, rows), reference));
  return [raiseFirst(checks)];
}

/**
 * Throws unknownReference if inputs of a command refer to rows that do not exist, are archived, or are of another
 * kind.
 */
export async function requireReferences(
  ctx: Ctx,
  r: Registry,
  fields: Fields,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  const given = Object.keys(fields).filter((name) => typeof input[name] === "string");
  const references = referencesOf(r, fields, given);
  if (references.length === 0) return;
  const checks = references.map((reference) => checkOne(ctx, reference, input[reference.name]));
  await ctx.db.run(ctx.who.tenantId, [raiseFirst(checks)]);
}
