import { entities } from "@shotkeeper/contract/catalogue";
import { type Field, snake } from "@shotkeeper/contract/kernel";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { type TestServer, withServer } from "./server.ts";

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly data_type: string;
  readonly scale: number | null;
  readonly precision: number | null;
  readonly not_null: boolean;
}

/** Returns whether the column can store every value of the field. */
function fits(f: Field, c: Column): boolean {
  const choiceOfNumbers =
    f.type === "choice" && typeof Object.values(f.options?.values ?? {})[0] === "number";
  switch (f.type) {
    case "text":
      return c.data_type === "text";
    case "choice":
      return choiceOfNumbers ? ["integer", "smallint"].includes(c.data_type) : c.data_type === "text";
    case "int":
      return c.data_type === "bigint" || (c.data_type === "integer" && (f.max ?? 0) < 2 ** 31);
    case "decimal":
      return (
        c.data_type === "numeric" &&
        c.scale === f.scale &&
        (f.max === undefined || String(Math.trunc(f.max)).length <= Number(c.precision) - Number(c.scale))
      );
    case "flag":
      return c.data_type === "boolean";
    case "date":
      return c.data_type === "date";
    case "time":
      return c.data_type === "timestamp with time zone";
    case "json":
      return c.data_type === "jsonb";
  }
}

describe("entities and database columns", () => {
  let s: TestServer;
  let columns: Map<string, Column>;
  beforeAll(async () => {
    s = await withServer();
    const [rows] = await s.app.db.platform(
      sql`
        select
          c.relname as table_name, a.attname as column_name,
          format_type(a.atttypid, null) as data_type, a.attnotnull as not_null,
          case
            when a.atttypid = 'numeric'::regtype and a.atttypmod > 0 then (a.atttypmod - 4) & 65535
          end as scale,
          case
            when a.atttypid = 'numeric'::regtype and a.atttypmod > 0 then (a.atttypmod - 4) >> 16
          end as precision
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      `,
    );
    columns = new Map((rows as unknown as Column[]).map((r) => [`${r.table_name}.${r.column_name}`, r]));
  });

  it.each(entities.map((e) => [e.name, e] as const))("%s", (_name, e) => {
    const wrong = Object.entries(e.fields).flatMap(([name, f]) => {
      if (f.virtual) return [];
      const column = columns.get(`${snake(e.name)}.${snake(name)}`);
      if (!column) return [`${name} has no column`];
      return fits(f, column)
        ? []
        : [`${name}: ${f.type} in ${column.data_type}(${column.precision},${column.scale})`];
    });
    expect(wrong).toEqual([]);
  });

  it.each(entities.map((e) => [e.name, e] as const))("%s agree about empty values", (_name, e) => {
    const wrong = Object.entries(e.fields).flatMap(([name, f]) => {
      const column = columns.get(`${snake(e.name)}.${snake(name)}`);
      if (f.virtual || !column) return [];
      const isFilled = f.required || f.hasDefault || e.key.includes(name);
      if (isFilled && !column.not_null) return [`${name} is never empty, but its column may be null`];
      // Only the server writes read-only fields. So their columns may be "not null", although the contract says that
      // the field may be empty.
      return !isFilled && !f.readOnly && column.not_null
        ? [`${name} may be empty, but its column is not null`]
        : [];
    });
    expect(wrong).toEqual([]);
  });

  it("have the tenant first in every primary key, and row-level security", async () => {
    const [rows] = await s.app.db.platform(
      sql`
        select c.relname
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
        where c.relnamespace = 'public'::regnamespace
          and c.relkind in ('r', 'p')
          and not c.relispartition
          and not (
            c.relrowsecurity
              and c.relforcerowsecurity
              and exists (
                select
                from pg_index i
                where i.indrelid = c.oid and i.indisprimary and i.indkey[0] = a.attnum
              )
          )
        order by 1
      `,
    );
    // Only the following tables have no row-level security. They are read across tenants or before the tenant is known;
    // their migrations explain why.
    expect(rows?.map((r) => r.relname)).toEqual(["chip", "job", "tenant"]);
  });

  it("shows saved queries every column that is not hidden", async () => {
    const [rows] = await s.app.db.platform(
      sql`
        select t.relname || '.' || a.attname as hidden
        from pg_class v
        join pg_class t
          on t.relnamespace = 'public'::regnamespace
          and t.relname = case v.relname when 'users' then 'user' else v.relname end
        join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
        where v.relnamespace = 'script'::regnamespace
          and a.attname <> 'tenant_id'
          and not exists (
            select
            from pg_attribute c
            where c.attrelid = v.oid and c.attname = a.attname
          )
        order by 1
      `,
    );
    // Columns that the views for saved queries must not show, for example secrets and the times at which jobs look at a
    // row again. If a new column appears here, its migration must call app_script_view again, which adds the column to
    // the view.
    expect(rows?.map((r) => r.hidden)).toEqual([
      "counter.secret_hash",
      "counter_state.clock_at",
      "customer_order.number_key",
      "production_order.check_at",
      "shipment.shared_number",
      "system_log.after",
      "system_log.before",
      "system_log.xid",
      "tenant.au_id",
      "tenant.demo",
      "tenant.logo",
      "user.must_change_password",
      "user.password_hash",
    ]);
  });
});
