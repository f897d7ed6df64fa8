import { type Field, type Fields, isArchivable, snake } from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";
import type { Registry, TableImpl } from "./registry.ts";
import { pickNames } from "./unwritable-rows.ts";
import { type InputRow, recordset } from "./write-sql.ts";

/**
 * A field that refers to a row of another table, with a rule that a foreign key cannot check: the row must not be
 * archived, or must be of a certain kind. Foreign keys only ensure that the row exists.
 */
interface Reference {
  readonly name: string;
  readonly field: Field;
  readonly target: TableImpl;
}

/** All references that `Reference` describes, by the fields of a table or of a command's input. */
const referencesByFields = new WeakMap<Registry, WeakMap<Fields, readonly Reference[]>>();

function allReferences(r: Registry, fields: Fields): readonly Reference[] {
  const byFields = referencesByFields.get(r) ?? new WeakMap<Fields, readonly Reference[]>();
  referencesByFields.set(r, byFields);
  let references = byFields.get(fields);
  if (!references) {
    references = Object.entries(fields).flatMap(([name, field]) => {
      const target = field.reference === undefined ? undefined : r.tables.get(field.reference);
      const isChecked =
        target && (field.referenceIs || field.referenceIsNot || isArchivable(target.entity.fields));
      return isChecked ? [{ name, field, target }] : [];
    });
    byFields.set(fields, references);
  }
  return references;
}

/** Returns the references that at least one row fills, in the order of the fields. */
const filledReferences = (r: Registry, fields: Fields, rows: readonly InputRow[]): Reference[] =>
  allReferences(r, fields).filter(({ name }) =>
    rows.some((row) => row[name] !== undefined && row[name] !== null),
  );

/**
 * Selects the keys of the rows to which a reference may point: rows that are not archived, are of the required kind,
 * and are in an allowed state. Locks these rows until the end of the transaction, so that nobody can archive or change
 * them in between. Locks nothing in a view ("View as this user"), because PostgreSQL refuses row locks in a read-only
 * transaction.
 */
function allowed(ctx: Ctx, { field, target }: Reference, isSent: (key: Sql) => Sql): Sql {
  const { entity } = target;
  const key = sql`o.${sql.id(snake(entity.key[0] ?? ""))}`;
  const conditions = [
    sql`o.tenant_id = ${ctx.who.tenantId}`,
    isSent(key),
    ...(isArchivable(entity.fields) ? [sql.raw("o.archived_date is null")] : []),
    ...Object.entries(field.referenceIs ?? {}).map(([name, v]) => sql`o.${sql.id(snake(name))} = ${v}`),
    ...Object.entries(field.referenceIsNot ?? {}).map(
      ([name, v]) => sql`o.${sql.id(snake(name))} is distinct from ${v}`,
    ),
  ];
  return sql`
    select ${key}::text as key
    from ${sql.id(snake(entity.name))} o
    where ${sql.join(conditions, " and ")}
    ${ctx.who.viewer ? sql.empty : sql.raw("for key share")}
  `;
}

/**
 * Builds the condition that the stored row already has the sent value. An update may keep this value even if it refers
 * to a row that `allowed` leaves out, such as an archived row.
 */
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
 * SQL that checks one reference of rows to be written: a query for the rows to which the reference may point, and the
 * condition under which the reference is invalid.
 */
interface Check {
  readonly name: string;
  readonly allowed: Sql;
  /**
   * Returns the condition under which the reference is invalid. `a` is the name of the subquery with the rows to which
   * the reference may point (`allowed`).
   */
  readonly isFault: (a: Sql) => Sql;
}

/**
 * Returns a statement that raises unknownReference with the name of the first field whose reference is invalid. If all
 * references are valid, the statement raises nothing.
 */
const raiseFirst = (checks: readonly Check[]): Sql => sql`
  with ${selections(checks)}
  select app_expect_references(f.name)
  from (select ${firstFault(checks)} as name) f
  where f.name is not null
`;

/** Returns the SQL that checks a reference of a single row, or of an input of a command. */
const checkOne = (ctx: Ctx, r: Reference, value: unknown): Check => ({
  name: r.name,
  allowed: allowed(ctx, r, (key) => sql`${key} = ${value}`),
  isFault: (a) => sql`not exists (select from ${a})`,
});

/**
 * Returns the SQL that checks a reference of several rows. Its condition concerns one row, which has the alias `i`. So
 * a query can find each faulty row. An updated row may keep the reference that is stored already.
 */
function checkEach(ctx: Ctx, t: TableImpl, type: "insert" | "update", rows: Sql, r: Reference): Check {
  const sent = (name: string) => sql`i.${sql.id(snake(name))}`;
  const kept = type === "update" ? sql`and not ${isStored(ctx, t, r.name, sent)}` : sql.empty;
  return {
    name: r.name,
    allowed: allowed(ctx, r, (key) => sql`${key} in (select ${sent(r.name)} from ${rows} i)`),
    isFault: (a) => sql`
      ${sent(r.name)} is not null
      and ${sent(r.name)}::text not in (select key from ${a})
      ${kept}
    `,
  };
}

/** Returns the SQL that checks a reference of several rows. Its condition is true if any of these rows is faulty. */
function checkAll(ctx: Ctx, t: TableImpl, type: "insert" | "update", rows: Sql, r: Reference): Check {
  const each = checkEach(ctx, t, type, rows, r);
  return { ...each, isFault: (a) => sql`exists (select from ${rows} i where ${each.isFault(a)})` };
}

const aliasOf = (i: number) => sql.raw(`allowed_${i}`);
const selections = (checks: readonly Check[]): Sql =>
  sql.join(checks.map((c, i) => sql`${aliasOf(i)} as (${c.allowed})`));

/** SQL expression: name of the first field whose reference is invalid. Null if all references are valid. */
const firstFault = (checks: readonly Check[]): Sql =>
  sql`case ${sql.join(
    checks.map((c, i) => sql`when ${c.isFault(aliasOf(i))} then ${sql.raw(`'${c.name}'`)}`),
    " ",
  )} end`;

/**
 * Returns a statement that finds rows of an update with an invalid reference. For each such row, it selects the index
 * of the row and the name of the first field with an invalid reference. Returns undefined if no reference has to be
 * checked. Does not check references to the updated table itself, because an earlier row of the request may make them
 * valid.
 */
export function faultyReferences(
  ctx: Ctx,
  r: Registry,
  t: TableImpl,
  rows: readonly InputRow[],
): Sql<{ row: number; name: string }> | undefined {
  const { entity } = t;
  const references = filledReferences(r, entity.fields, rows).filter(
    ({ target }) => target.entity.name !== entity.name,
  );
  if (references.length === 0) return undefined;
  const names = [...entity.key, ...references.map(({ name }) => name)];
  const sent = recordset(
    entity,
    rows.map((row) => pickNames(row, names)),
  );
  const checks = references.map((reference) => checkEach(ctx, t, "update", sent, reference));
  return sql<{ row: number; name: string }>`
    with ${selections(checks)}
    select f.row, f.name
    from (select (i.ordinality - 1)::int as row, ${firstFault(checks)} as name from ${sent} with ordinality i) f
    where f.name is not null
  `;
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
  const references = filledReferences(r, t.entity.fields, rows);
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
  const references = allReferences(r, fields).filter(({ name }) => typeof input[name] === "string");
  if (references.length === 0) return;
  const checks = references.map((reference) => checkOne(ctx, reference, input[reference.name]));
  await ctx.db.run(ctx.who.tenantId, [raiseFirst(checks)]);
}
