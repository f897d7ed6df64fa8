import { expect, it } from "vitest";
import { testDb } from "../../testing/database.ts";
import { sql } from "./sql.ts";
import { functionsOfCitus, tablePlacement } from "./table-placement.ts";

interface TableRow {
  readonly name: string;
  readonly tenants: boolean;
  /** Columns of each primary key and unique constraint or index, and of each exclusion constraint. */
  readonly keys: string[];
  /** Foreign keys, as "target: columns". */
  readonly references: string[];
}

async function tables(): Promise<TableRow[]> {
  const [rows] = await (await testDb()).platform(sql<TableRow>`
    select
      c.relname::text as name,
      exists(
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull
      ) as tenants,
      array(
        select i.indexrelid::regclass::text || ': ' || (
          select string_agg(a.attname, ',' order by k.n)
          from unnest(i.indkey) with ordinality k (num, n)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num
        )
        from pg_index i
        where i.indrelid = c.oid and (i.indisunique or i.indisexclusion)
      )::text[] as keys,
      array(
        select k.confrelid::regclass || ': ' || (
          select string_agg(a.attname, ',')
          from pg_attribute a
          where a.attrelid = c.oid and a.attnum = any(k.conkey)
        )
        from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f'
      )::text[] as references
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname
  `);
  return rows;
}

const { reference, local, managed, byTenant } = tablePlacement;

it("gives every table of the schema exactly one placement", async () => {
  const placed = [...reference, ...local, ...managed, ...byTenant].sort();
  expect(placed).toEqual((await tables()).map((t) => t.name).sort());
});

it("places by tenant every table with rows of a tenant, except directories and jobs", async () => {
  const withTenant = (await tables()).filter((t) => t.tenants).map((t) => t.name);
  expect(withTenant.filter((name) => !byTenant.includes(name))).toEqual(["chip", "job", "tenant"]);
  expect(byTenant.filter((name) => !withTenant.includes(name))).toEqual([]);
});

it("has the tenant in every unique key and foreign key of a table that is placed by tenant", async () => {
  const wrong = (await tables())
    .filter((t) => byTenant.includes(t.name))
    .flatMap((t) => [...t.keys, ...t.references].map((key) => `${t.name} – ${key}`))
    .filter((key) => !/[ ,]tenant_id(,|$)/.test(key));
  expect(wrong).toEqual([]);
});

it("lists the functions that set their own search_path", async () => {
  const [rows] = await (await testDb()).platform(sql<{ name: string }>`
    select p.proname::text as name
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and exists (select from unnest(p.proconfig) c (setting) where c.setting like 'search_path=%')
      and p.proname <> 'app_hold_shard'
    order by 1
  `);
  expect(rows.map((r) => r.name)).toEqual([...functionsOfCitus]);
});
