import {
  AppError,
  codes,
  errors,
  isArchivable,
  isMessage,
  type MessageCode,
  snake,
} from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";
import { meaningOf } from "./failures.ts";
import { logInto } from "./log.ts";
import type { TableImpl } from "./registry.ts";
import { expectNone } from "./usage.ts";

export type ArchiveType = "archive" | "restore";

/**
 * Archives rows, or takes them back into use. Archived rows keep their history. Lists show them only on request, and no
 * new reference to them is allowed. Throws the error `activeIn` if `TableImpl.activeIn` finds an obstacle, such as an
 * open binding of a mold.
 */
export async function archive(
  ctx: Ctx,
  t: TableImpl,
  type: ArchiveType,
  keys: readonly string[],
): Promise<MessageCode> {
  const { entity } = t;
  const [name = ""] = entity.key;
  if (!isArchivable(entity.fields)) throw errors.tableNotAccessible(entity.wire);
  const table = sql.id(snake(entity.name));
  const key = sql`t.${sql.id(snake(name))}`;
  const isNow = type === "archive" ? sql.raw("is null") : sql.raw("is not null");
  const found = sql`
    from ${table} t
    where ${t.where(ctx)} and ${key} = any(${keys}) and t.archived_date ${isNow}
  `;
  const at = new Date(ctx.now);
  const statements: Sql[] = [
    sql`select ${found} for update of t`,
    ...(type === "archive" ? expectNone(t.activeIn?.(ctx, sql`select ${key}::text ${found}`) ?? []) : []),
    sql`
      with old as (select t.* ${found}),
      done as (
        update ${table} t
        set archived_date = ${type === "archive" ? at : null}::timestamptz,
          updated_by = ${ctx.who.userId}, updated_date = ${at}
        from old
        where t.tenant_id = ${ctx.who.tenantId} and ${key} = old.${sql.id(snake(name))}
        returning ${key} as key, old.archived_date as before, t.archived_date as after
      ),
      log as (
        ${logInto(ctx, type, entity.wire)}
          key, jsonb_build_object('archived_date', before), jsonb_build_object('archived_date', after)
        from done
        returning 1
      )
      select app_expect(count(*), ${new Set(keys).size})
      from done
    `,
  ];
  try {
    await ctx.db.run(ctx.who.tenantId, statements);
  } catch (cause) {
    const meaning = meaningOf(cause, entity);
    if (!(meaning instanceof AppError)) throw meaning;
    // Refuses all rows if one of them could not be changed: the row is out of the caller's scope, or already has the
    // wanted state.
    if (isMessage(meaning, "nothingUpdated")) throw errors.wrongState();
    throw isMessage(meaning, "usedBy") ? errors.activeIn(meaning.arg ?? "") : meaning;
  }
  t.done?.(
    ctx,
    "M",
    keys.map((k) => ({ [name]: k })),
  );
  return type === "archive" ? codes.archived : codes.restored;
}
