import { sql } from "../../kernel/db/sql.ts";
import { readRaw, recount } from "../recount.ts";
import type { TestServer } from "../server.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * Statements that select rows which break a rule of the product. They read the stored rows and use none of the
 * server's queries. `$tenant` stands for the tenant's id.
 */
const broken: Readonly<Record<string, string>> = {
  "the corrected shots of a mold are the sum of its corrections": `
    select m.mold_no, m.corrected_shots, c.qty
    from mold m
    left join lateral (
      select coalesce(sum(qty), 0) as qty
      from count_correction c
      where c.tenant_id = m.tenant_id and c.mold_id = m.mold_id
    ) c on true
    where m.tenant_id = $tenant and m.corrected_shots <> c.qty`,
  "the hours of a mold add up to the shots of its bindings": `
    select m.mold_no, h.shots as hours, b.shots as bindings
    from mold m
    left join lateral (
      select coalesce(sum(shots), 0) as shots
      from shot_hour h
      where h.tenant_id = m.tenant_id and h.mold_id = m.mold_id
    ) h on true
    left join lateral (
      select coalesce(sum(case when b.unbound_at is null then s.bound_shots else b.shots end), 0) as shots
      from binding b
      left join counter_state s on s.tenant_id = b.tenant_id and s.counter_id = b.counter_id
      where b.tenant_id = m.tenant_id and b.mold_id = m.mold_id
    ) b on true
    where m.tenant_id = $tenant and h.shots <> b.shots`,
  "a counter is on one mold at a time": `
    select a.binding_id, b.binding_id
    from binding a
    join binding b on b.tenant_id = a.tenant_id and b.binding_id > a.binding_id
      and b.counter_id = a.counter_id
      and a.bound_at < coalesce(b.unbound_at, 'infinity')
      and b.bound_at < coalesce(a.unbound_at, 'infinity')
    where a.tenant_id = $tenant`,
  "the mold and the counter of a binding exist": `
    select b.binding_id
    from binding b
    left join mold m on m.tenant_id = b.tenant_id and m.mold_id = b.mold_id
    left join counter c on c.tenant_id = b.tenant_id and c.counter_id = b.counter_id
    where b.tenant_id = $tenant and (m.mold_id is null or c.counter_id is null)`,
  "a binding's end is not before its beginning, in time or count": `
    select binding_id
    from binding
    where tenant_id = $tenant and (unbound_at <= bound_at or unbound_count < bound_count)`,
  "no scrapped or archived mold carries a counter": `
    select m.mold_no
    from mold m
    join binding b on b.tenant_id = m.tenant_id and b.mold_id = m.mold_id and b.unbound_at is null
    where m.tenant_id = $tenant and (m.service_state = 4 or m.archived_date is not null)`,
  "no plain update changes the plant of a mold or scraps it": `
    select m.mold_no
    from mold m
    join system_log l on l.tenant_id = m.tenant_id and l.target = 'BS_MOLD' and l.target_key = m.mold_no
      and l.action = 'update'
      and (l.after->>'plant_id' is distinct from l.before->>'plant_id' or l.after->>'service_state' = '4')
      and l.after ? 'plant_id' and l.before ? 'plant_id'
    where m.tenant_id = $tenant
      and not exists (
        select from new_mold_plan p where p.tenant_id = m.tenant_id and p.mold_no = m.mold_no
      )`,
  "the stock of a spare part is the sum of its moves, and never negative": `
    select p.part_no, p.stock_qty, m.qty
    from spare_part p
    left join lateral (
      select coalesce(sum(move_qty), 0) as qty
      from part_move m
      where m.tenant_id = p.tenant_id and m.part_no = p.part_no
    ) m on true
    where p.tenant_id = $tenant and (p.stock_qty <> m.qty or p.stock_qty < 0)`,
  "the sum of a sales order is the sum of its lines and its postage": `
    select o.order_no, o.goods_amount, l.amount, o.postage, o.total_amount
    from customer_order o
    left join lateral (
      select coalesce(sum(amount), 0) as amount
      from customer_order_line l
      where l.tenant_id = o.tenant_id and l.order_no = o.order_no
    ) l on true
    where o.tenant_id = $tenant
      and (o.goods_amount <> l.amount or o.total_amount <> o.goods_amount + o.postage)`,
  "a line of a sales order is quantity times price": `
    select order_no, seq
    from customer_order_line
    where tenant_id = $tenant and amount <> round(order_qty * unit_price, 2)`,
  "each reference of a mold is a company of the right type": `
    select m.mold_no
    from mold m
    left join organization o on o.tenant_id = m.tenant_id and o.org_id = m.oem_id
    left join organization p on p.tenant_id = m.tenant_id and p.org_id = m.plant_id
    left join organization k on k.tenant_id = m.tenant_id and k.org_id = m.maker_id
    where m.tenant_id = $tenant
      and (
        o.type <> 'oem'
          or (m.plant_id is not null and p.type <> 'plant')
          or (m.maker_id is not null and k.type <> 'maker')
      )`,
  "no running production order has a start in the future": `
    select order_id
    from production_order
    where tenant_id = $tenant and order_state = 4 and started_at > $now`,
};

/** Compares the stored rows with the product's rules after a run. Returns one line of text per fault. */
export async function faultsOf(s: TestServer, tenantId: number): Promise<string[]> {
  const faults: string[] = [];
  const now = `'${new Date(s.clock.now).toISOString()}'::timestamptz`;
  for (const [rule, text] of Object.entries(broken)) {
    const statement = text.replaceAll("$tenant", String(tenantId)).replaceAll("$now", now);
    const [rows = []] = await s.app.db.run(tenantId, [sql`${sql.raw(statement)}`]);
    for (const row of rows) faults.push(`${rule}: ${JSON.stringify(row)}`);
  }
  return [...faults, ...(await hourFaults(s, tenantId))];
}

/** Compares the stored hours of each mold with a recalculation from the readings. */
async function hourFaults(s: TestServer, tenantId: number): Promise<string[]> {
  const hours = recount(await readRaw(s.app, tenantId));
  const [rows = []] = await s.app.db.run(tenantId, [
    sql`
      select mold_id, sum(shots)::float8 as shots
      from shot_hour
      where tenant_id = ${tenantId} and mold_id <> 0
      group by mold_id
    `,
  ]);
  const stored = new Map(rows.map((r: Row) => [Number(r.mold_id), Number(r.shots)]));
  const faults: string[] = [];
  for (const mold of new Set([...hours.keys(), ...stored.keys()])) {
    if (mold === 0) continue;
    const expected = [...(hours.get(mold)?.values() ?? [])].reduce((n, h) => n + h.shots, 0);
    const found = stored.get(mold) ?? 0;
    if (found !== expected) faults.push(`mold ${mold}: ${found} shots stored, ${expected} by the readings`);
  }
  return faults;
}

/**
 * Returns a hash of each table of a tenant. Leaves out two kinds of tables: sessions, which change even if users only
 * read, and chips, which are deleted when another demo tenant is made (demo-tenant.ts).
 */
export async function fingerprint(
  s: TestServer,
  tenantId: number,
): Promise<Readonly<Record<string, string>>> {
  const [names = []] = await s.app.db.run(tenantId, [
    sql`
      select table_name
      from information_schema.columns
      where table_schema = 'public'
        and column_name = 'tenant_id'
        and table_name not in ('session', 'session_user', 'chip')
        and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')
      order by table_name
    `,
  ]);
  const prints: Record<string, string> = {};
  for (const { table_name } of names) {
    const table = sql.id(String(table_name));
    const [rows] = await s.app.db.run(tenantId, [
      sql`
        select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print
        from ${table} t
        where t.tenant_id = ${tenantId}
      `,
    ]);
    prints[String(table_name)] = String(rows?.[0]?.print);
  }
  return prints;
}
