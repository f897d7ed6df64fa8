import { type Field, type Fields, isArchivable, snake } from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";
import type { Registry, TableImpl } from "./registry.ts";
import { type InputRow, recordset } from "./write-sql.ts";

/** A field that refers to a row which must be in use or of some kind. Foreign keys only ensure that the row exists. */
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
 * Builds the condition that no row exists to which this value may refer. Archived rows take no new references. With
 * `isLocked` the row stays locked until the transaction ends: archiving waits for it, or the condition waits for
 * archiving. Other updates of the row are not blocked.
 */
function refersToNone(ctx: Ctx, { field, target }: Reference, value: Sql, isLocked: boolean): Sql {
  const { entity } = target;
  const conditions = [
    sql`o.tenant_id = ${ctx.who.tenantId}`,
    sql`o.${sql.id(snake(entity.key[0] ?? ""))} = ${value}`,
    ...(isArchivable(entity.fields) ? [sql.raw("o.archived_date is null")] : []),
    ...Object.entries(field.referenceIs ?? {}).map(([name, v]) => sql`o.${sql.id(snake(name))} = ${v}`),
  ];
  return sql`not exists (select from ${sql.id(snake(entity.name))} o
    where ${sql.join(conditions, " and ")}
    ${isLocked ? sql.raw("for key share of o") : sql.empty})`;
}

/** Selects the name of the field if a row to be written has a reference that it may not have. */
function faultOf(
  ctx: Ctx,
  t: TableImpl,
  type: "insert" | "update",
  rows: readonly InputRow[],
  r: Reference,
): Sql {
  const { entity } = t;
  const column = sql.id(snake(r.name));
  const [row] = rows;
  // A single row travels as plain values, which the database plans and reads faster than a JSON record.
  const alone = rows.length === 1 && row ? row : undefined;
  const sent = (name: string) => (alone ? sql`${alone[name]}` : sql`i.${sql.id(snake(name))}`);
  const value = sent(r.name);
  const isSame = sql`
    exists (
      select
      from ${sql.id(snake(entity.name))} t
      where t.tenant_id = ${ctx.who.tenantId}
        and ${sql.join(
          entity.key.map((k) => sql`t.${sql.id(snake(k))} = ${sent(k)}`),
          " and ",
        )}
        and t.${column} = ${value}
    )
  `;
  return sql`
    select ${r.name}::text as name
    ${alone ? sql.empty : sql`from ${recordset(entity, rows)} i`}
    where ${value}::text is not null
      and ${refersToNone(ctx, r, value, true)}
      ${type === "update" ? sql`and not ${isSame}` : sql.empty}
  `;
}

/**
 * Returns a statement that raises `unknownReference` if rows to be written refer to archived rows or to rows of
 * another kind. An update may keep the reference that is stored already.
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
  const faults = references.map((reference) => faultOf(ctx, t, type, rows, reference));
  return [sql`select app_expect_references(min(f.name)) from (${sql.join(faults, " union all ")}) f`];
}

/**
 * Throws unknownReference if inputs of a command refer to rows that do not exist, are archived, or are of another
 * kind. The rows are not locked, because the command runs in a transaction of its own.
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
  const faults = references.map(
    (reference) => sql`
      select ${reference.name}::text as name
      where ${refersToNone(ctx, reference, sql`${input[reference.name]}`, false)}
    `,
  );
  await ctx.db.run(ctx.who.tenantId, [
    sql`select app_expect_references(min(f.name)) from (${sql.join(faults, " union all ")}) f`,
  ]);
}
