import {
  accessOfTable,
  allows,
  type Condition,
  type Entity,
  type Field,
  screensOf,
  snake,
} from "@shotkeeper/contract/kernel";
import { type Ctx, callerOf } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";
import { fromAll, type OwnerFields, type Registry, type Source, type TableImpl } from "./registry.ts";
import { columnOf } from "./select.ts";

/** Returns whether the caller may read the table, on any screen that shows its rows. */
function mayReadTable(ctx: Ctx, entity: Entity): boolean {
  const caller = callerOf(ctx.who);
  return screensOf(entity).some((menu) =>
    allows(accessOfTable({ ...entity.access, menu, readOn: [] }, "Q"), caller),
  );
}

/**
 * Returns the value of the condition that compares the field `name` by EQ. Returns undefined if there is no such
 * condition.
 */
function soleValue(conditions: readonly Condition[], name: string): string | undefined {
  const found = conditions.find((c) => c.field === name && c.operator === "EQ");
  return found === undefined ? undefined : String(found.value);
}

/**
 * Builds the SQL condition that a row of a table (alias `t`) has the key `owner`. Returns undefined if no row can have
 * this key.
 */
function hasKey(t: TableImpl, ctx: Ctx, owner: string): Sql | undefined {
  const [name = "", ...rest] = t.entity.key;
  const field: Field | undefined = t.entity.fields[name];
  // Compares a single key in its own type, so that the database uses the index of the key.
  if (rest.length === 0 && field?.type === "int")
    return /^\d{1,15}$/.test(owner) ? sql`${columnOf(t, name, ctx)} = ${Number(owner)}` : undefined;
  return sql`${keyText(t, ctx)} = ${owner}`;
}

/**
 * Builds the SQL condition that a row of a table (alias `t`) has the key `owner_row.key`. `owner_row` is a row of the
 * enclosing query. The condition compares the key in its own type, so that the database uses the index of the key.
 * Returns undefined for keys of several fields.
 */
function hasOuterKey(t: TableImpl, ctx: Ctx): Sql | undefined {
  const [name = "", ...rest] = t.entity.key;
  if (rest.length > 0) return undefined;
  const type = t.entity.fields[name]?.type;
  if (type === "text") return sql`${columnOf(t, name, ctx)} = owner_row.key`;
  if (type !== "int") return undefined;
  const number = sql.raw("case when owner_row.key ~ '^[0-9]{1,15}$' then owner_row.key::bigint end");
  return sql`${columnOf(t, name, ctx)} = ${number}`;
}

/**
 * Builds the SQL expression for the key of a row as text, as the system log and the files store it: the key fields,
 * joined by "/".
 */
function keyText(t: TableImpl, ctx: Ctx): Sql {
  const parts = t.entity.key.map((name) => columnOf(t, name, ctx));
  const [only] = parts;
  return only && parts.length === 1 ? sql`${only}::text` : sql`concat_ws('/', ${sql.join(parts)})`;
}

/**
 * Selects the keys, as text, of the rows of a table that the caller may see. `key` is a condition that narrows the
 * search.
 */
function visibleKeys(t: TableImpl, ctx: Ctx, key: Sql): Sql {
  return sql`
    select ${keyText(t, ctx)}
    from ${fromAll(t, ctx)}
    where ${t.where(ctx)} and ${key}
  `;
}

/** Selects the keys, as text, of all rows of a table. Returns undefined if a key field is computed and not stored. */
function storedKeys(t: TableImpl, ctx: Ctx, key: Sql): Sql | undefined {
  const { entity } = t;
  if (entity.key.some((name) => entity.fields[name]?.virtual || t.columns[name])) return undefined;
  return sql`
    select ${keyText(t, ctx)}
    from ${sql.id(snake(entity.name))} t
    where t.tenant_id = ${ctx.who.tenantId} and ${key}
  `;
}

/**
 * Builds the SQL condition for rows that belong to rows of other tables, such as files. The caller sees a row if the
 * caller sees its owner. Staff of the tenant also see rows whose owner was deleted, if they may read the table of the
 * owner.
 *
 * @param conditions the caller's conditions on the same rows. They narrow the search for owners.
 */
export function ownerScope(
  ctx: Ctx,
  r: Registry,
  source: Source,
  owner: OwnerFields,
  conditions: readonly Condition[],
): Sql {
  const columns = { table: columnOf(source, owner.table, ctx), key: columnOf(source, owner.key, ctx) };
  const [table, key] = [soleValue(conditions, owner.table), soleValue(conditions, owner.key)];
  const isStaff = callerOf(ctx.who).kind === "staff";
  const visible = [...r.tables.values()].flatMap((t) => {
    const { entity } = t;
    if (t.owner || (table !== undefined && entity.wire !== table) || !mayReadTable(ctx, entity)) return [];
    const outer = key === undefined ? hasOuterKey(t, ctx) : undefined;
    const narrowed = outer ?? (key === undefined ? sql.raw("true") : hasKey(t, ctx, key));
    if (!narrowed) return [];
    const isAmong = (keys: Sql) =>
      outer
        ? sql`exists (select from (select ${columns.key} as key) owner_row cross join lateral (${keys}) x)`
        : sql`${columns.key} in (${keys})`;
    const stored = isStaff ? storedKeys(t, ctx, narrowed) : undefined;
    const isDeleted = stored ? sql` or not ${isAmong(stored)}` : sql.empty;
    return [
      sql`${columns.table} = ${entity.wire} and (${isAmong(visibleKeys(t, ctx, narrowed))}${isDeleted})`,
    ];
  });
  const also = owner.also ? [owner.also(ctx)] : [];
  const any = [...also, ...visible].map((condition) => sql`(${condition})`);
  return any.length === 0 ? sql.raw("false") : sql`(${sql.join(any, " or ")})`;
}

/**
 * State of a primary key for a caller: no row has the key, the caller may not see the row, or the caller may see it.
 */
export type OwnerState = "none" | "hidden" | "visible";

/**
 * Looks up the row to which a caller wants to attach something, such as a file. `key` is the key of the row as text.
 */
export async function ownerState(ctx: Ctx, t: TableImpl, key: string): Promise<OwnerState> {
  const narrowed = hasKey(t, ctx, key);
  if (!narrowed) return "none";
  const visible = mayReadTable(ctx, t.entity)
    ? sql`exists (${visibleKeys(t, ctx, narrowed)})`
    : sql.raw("false");
  const stored = storedKeys(t, ctx, narrowed);
  const [[found]] = await ctx.db.run(ctx.who.tenantId, [
    sql<{ visible: boolean; stored: boolean }>`
      select ${visible} as visible, ${stored ? sql`exists (${stored})` : sql.raw("false")} as stored
    `,
  ]);
  if (found?.visible) return "visible";
  return found?.stored ? "hidden" : "none";
}
