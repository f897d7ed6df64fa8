import type { Db } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";

export type Row = Readonly<Record<string, unknown>>;

/** A row that a statement inserted, updated or deleted. */
export interface Change {
  readonly table: string;
  readonly op: "insert" | "update" | "delete";
  readonly tenantId: number;
  readonly before: Row | null;
  readonly after: Row | null;
}

/**
 * Tables whose changes are not recorded: readings, because there are too many, and sessions, because they belong to no
 * company and so their changes could not be checked.
 */
const unrecorded = ["reading", "session"];

/**
 * Returns a statement that runs `body` as the login role, which owns the schema. The role of the server may not create
 * triggers. The change of role ends with the transaction.
 */
export const asOwner = (body: string) =>
  sql.raw(`do $owner$ begin perform set_config('role', 'none', true); ${body} end $owner$`);

const eachTable = (statement: string) => `
  for name in
    select c.relname
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relispartition
      and c.relname not in (${unrecorded.map((t) => `'${t}'`).join(", ")})
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
  loop
    execute format('${statement}', name);
  end loop;`;

const declared = (body: string) => `declare name text; begin ${body} end;`;

/**
 * Installs triggers that record each changed row. The records are in the schema `torture`, separate from the server's
 * schema.
 */
export async function startRecording(db: Db): Promise<void> {
  await stopRecording(db);
  await db.platform(
    asOwner(`
      create schema torture;
      create table torture.change (
        change_id bigint generated always as identity,
        source text not null,
        op text not null,
        tenant_id int not null,
        before jsonb,
        after jsonb
      );
      grant usage on schema torture to shotkeeper_app;
      grant select, delete on torture.change to shotkeeper_app;
      create function torture.record() returns trigger
        language plpgsql security definer set search_path = public
      as $trigger$
      declare
        row_tenant int;
      begin
        if tg_op = 'UPDATE' and old is not distinct from new then
          return null;
        end if;
        if tg_op = 'DELETE' then row_tenant := old.tenant_id; else row_tenant := new.tenant_id; end if;
        insert into torture.change (source, op, tenant_id, before, after)
        values (
          tg_table_name,
          lower(tg_op),
          row_tenant,
          case when tg_op <> 'INSERT' then to_jsonb(old) end,
          case when tg_op <> 'DELETE' then to_jsonb(new) end
        );
        return null;
      end $trigger$;
      ${declared(
        eachTable(
          "create trigger torture_record after insert or update or delete on %I " +
            "for each row execute function torture.record()",
        ),
      )}
    `),
  );
}

export async function stopRecording(db: Db): Promise<void> {
  await db.platform(
    asOwner(`
      ${declared(eachTable("drop trigger if exists torture_record on %I"))}
      drop schema if exists torture cascade;
    `),
  );
}

/** Returns the changes since the last call, oldest first, and deletes their records. */
export async function takeChanges(db: Db): Promise<readonly Change[]> {
  const [rows] = await db.platform(
    sql<{ id: string; source: string; op: string; tenant_id: number; before: Row | null; after: Row | null }>`
      delete from torture.change
      returning change_id::text as id, source, op, tenant_id, before, after
    `,
  );
  return rows
    .toSorted((a, b) => Number(a.id) - Number(b.id))
    .map((r) => ({
      table: r.source,
      op: r.op as Change["op"],
      tenantId: r.tenant_id,
      before: r.before,
      after: r.after,
    }));
}
