import type { CallerDb } from "../db/db.ts";
import { sql } from "../db/sql.ts";

interface ViewColumn {
  readonly name: string;
  /** Type in SQL, such as numeric(10,2). */
  readonly type: string;
  /** Name of the collation in SQL. Null: the default collation of the type. */
  readonly collation: string | null;
}

/** Views that scripts can read, with their columns. */
export type ScriptCatalogue = ReadonlyMap<string, readonly ViewColumn[]>;

const known = new WeakMap<CallerDb, Promise<ScriptCatalogue>>();

/** Returns the views of the schema `script`. Only migrations change them, so they are read once per database. */
export function scriptCatalogue(db: CallerDb): Promise<ScriptCatalogue> {
  const found = known.get(db) ?? read(db);
  known.set(db, found);
  found.catch(() => known.delete(db));
  return found;
}

async function read(db: CallerDb): Promise<ScriptCatalogue> {
  const [rows] = await db.platform(
    sql<{ view: string; name: string; type: string; collation: string | null }>`
      select
        c.relname::text as view, a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
        case when a.attcollation <> t.typcollation then quote_ident(l.collname) end as collation
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_collation l on l.oid = a.attcollation
      where c.relnamespace = 'script'::regnamespace and c.relkind = 'v'
      order by c.relname, a.attnum
    `,
  );
  const views = new Map<string, ViewColumn[]>();
  for (const { view, ...column } of rows) views.set(view, [...(views.get(view) ?? []), column]);
  return views;
}
