import { type Fields, snake } from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";
import type { Registry, TableImpl } from "./registry.ts";

type Values = Readonly<Record<string, unknown>>;

/** Files that a caller attaches to a row: the value of the field `name` lists their paths. */
interface Attachment {
  readonly name: string;
  readonly paths: readonly string[];
  /** Wire name of the table whose row gets the files. */
  readonly table: string;
  readonly owner: string;
  /**
   * `owner` without its last key field. It is used for a file that the caller uploaded before the row existed: the
   * owner of such a file must only begin with this text. The user may have changed the last key field after the upload.
   */
  readonly prefix: string;
}

function attachmentsOf(fields: Fields, values: Values): Attachment[] {
  return Object.entries(fields).flatMap(([name, { filesOf }]) => {
    const value = values[name];
    if (!filesOf || typeof value !== "string") return [];
    const paths = [...new Set(value.split(",").map((p) => p.trim()))].filter((p) => p !== "");
    if (paths.length === 0) return [];
    const keys = filesOf.key.map((k) => String(values[k] ?? ""));
    const prefix = keys
      .slice(0, -1)
      .map((k) => `${k}/`)
      .join("");
    return [{ name, paths, table: filesOf.table, owner: keys.join("/"), prefix }];
  });
}

/**
 * Condition: the file with alias `f` names as its owner a row that does not exist. Always false for tables whose key
 * has several fields.
 */
function hasNoOwner(ctx: Ctx, target: TableImpl | undefined): Sql {
  const [key, ...rest] = target?.entity.key ?? [];
  if (!target || key === undefined || rest.length > 0) return sql.raw("false");
  return sql`not exists (
    select from ${sql.id(snake(target.entity.name))} o
    where o.tenant_id = ${ctx.who.tenantId} and o.${sql.id(snake(key))} = f.owner_id
  )`;
}

/**
 * Selects the name of the field if one of its paths is not a file that the caller may attach to the row. The caller may
 * attach:
 * - files that were uploaded for this row,
 * - files of the field's stored value (`stored`),
 * - the caller's own uploads for a row of the same table that does not exist yet, because users take photos before they
 *   have chosen the number of a new row.
 */
function faultOf(ctx: Ctx, r: Registry, a: Attachment, stored: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  return sql`
    select ${a.name}::text as name
    from unnest(${a.paths}::text[]) p
    where not exists (
        select from file_info f
        where f.tenant_id = ${tenantId}
          and f.file_path = p
          and f.owner_table = ${a.table}
          and (
            (f.owner_id = ${a.owner} and not f.is_draft)
              or (
                f.created_by = ${userId}
                  and starts_with(f.owner_id, ${a.prefix})
                  and (f.is_draft or ${hasNoOwner(ctx, r.tables.get(a.table))})
              )
          )
      )
      and not coalesce(p = any(string_to_array(${stored}, ',')), false)
  `;
}

/** Returns the statement that assigns to a new row the files that the caller uploaded before the row existed. */
const assign = ({ who: { tenantId, userId } }: Ctx, a: Attachment): Sql => sql`
  update file_info f
  set owner_id = ${a.owner}, is_draft = false
  where f.tenant_id = ${tenantId}
    and f.file_path = any(${a.paths}::text[])
    and f.owner_table = ${a.table}
    and (f.owner_id <> ${a.owner} or f.is_draft)
    and f.created_by = ${userId}
`;

const raiseFaults = (faults: readonly Sql[]): Sql =>
  sql`select app_expect_references(min(x.name)) from (${sql.join(faults, " union all ")}) x`;

/**
 * Returns statements that check the files named in rows to be written. They raise unknownReference with the field's
 * name for a file that the caller may not attach.
 */
export function expectOwnFiles(ctx: Ctx, r: Registry, t: TableImpl, rows: readonly Values[]): Sql[] {
  const { entity } = t;
  if (!Object.values(entity.fields).some((f) => f.filesOf)) return [];
  const all = rows.flatMap((row) => attachmentsOf(entity.fields, row).map((a) => ({ row, a })));
  const faults = all.map(({ row, a }) => {
    const isRow = entity.key.map((k) => sql`t.${sql.id(snake(k))} = ${row[k]}`);
    const stored = sql`(
      select t.${sql.id(snake(a.name))}
      from ${sql.id(snake(entity.name))} t
      where t.tenant_id = ${ctx.who.tenantId} and ${sql.join(isRow, " and ")}
    )`;
    return faultOf(ctx, r, a, stored);
  });
  return all.length === 0 ? [] : [raiseFaults(faults), ...all.map(({ a }) => assign(ctx, a))];
}

/**
 * Throws unknownReference if an input of a command names files that the caller may not attach to the row. Returns the
 * statements that assign the files to the row. They must run after the command has succeeded: a refused command must
 * not give files to another row.
 */
export async function requireOwnFiles(ctx: Ctx, r: Registry, fields: Fields, input: Values): Promise<Sql[]> {
  const all = attachmentsOf(fields, input);
  if (all.length === 0) return [];
  const none = sql.raw("null::text");
  await ctx.db.run(ctx.who.tenantId, [raiseFaults(all.map((a) => faultOf(ctx, r, a, none)))]);
  return all.map((a) => assign(ctx, a));
}

/**
 * Returns whether files can be attached to rows of a table, by a field of the table or by an input of a command. Only
 * for such a table may a caller upload a file before its row exists.
 */
export function takesDrafts(r: Registry, wire: string): boolean {
  const all = [...r.tables.values()].map((t): Fields => t.entity.fields);
  const inputs = [...r.commands.values()].map((c): Fields => c.command.input);
  return [...all, ...inputs].some((fields) => Object.values(fields).some((f) => f.filesOf?.table === wire));
}
