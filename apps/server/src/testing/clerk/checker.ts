import { sql } from "../../kernel/db/sql.ts";
import { readRaw, recount } from "../recount.ts";
import type { TestServer } from "../server.ts";
import { answerFaults } from "./answers.ts";
import { ruleStatements } from "./rules.ts";
import { documentStatements } from "./rules-documents.ts";
import { returnStatements } from "./rules-returns.ts";
import { shopStatements } from "./rules-shop.ts";

type Row = Readonly<Record<string, unknown>>;

/** Compares the stored rows with the rules of the application after a test run. Returns one line of text per fault. */
export async function faultsOf(s: TestServer, tenantId: number): Promise<string[]> {
  const faults: string[] = [];
  const now = `'${new Date(s.clock.now).toISOString()}'::timestamptz`;
  for (const [rule, text] of Object.entries({
    ...ruleStatements,
    ...documentStatements,
    ...shopStatements,
    ...returnStatements,
  })) {
    const statement = text.replaceAll("$tenant", String(tenantId)).replaceAll("$now", now);
    const [rows = []] = await s.app.db.run(tenantId, [sql`${sql.raw(statement)}`]);
    for (const row of rows) faults.push(`${rule}: ${JSON.stringify(row)}`);
  }
  return [...faults, ...(await hourFaults(s, tenantId)), ...(await answerFaults(s, tenantId))];
}

/** Compares the stored hours of each mold with a recalculation from the readings. */
async function hourFaults(s: TestServer, tenantId: number): Promise<string[]> {
  const raw = await readRaw(s.app, tenantId);
  const hours = recount(raw);
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
    if (found === expected) continue;
    const bindings = raw.bindings.filter((b) => b.mold === mold);
    const readings = bindings.map((b) =>
      (raw.readings.get(b.counter) ?? []).map((r) => [r.at, r.count, r.quarantined]),
    );
    const facts = JSON.stringify({ bindings, readings });
    faults.push(`mold ${mold}: ${found} shots stored, ${expected} by the readings: ${facts}`);
  }
  return faults;
}

/**
 * Returns a hash of each table of a tenant. Leaves out two kinds of tables: sessions, which change even if users only
 * read, and chip codes, which are deleted when another demo tenant is made (demo-tenant.ts).
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
