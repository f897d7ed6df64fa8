import { type Fields, wireName } from "@shotkeeper/contract/kernel";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type CallLimits, jobLimits, lookUpLimits } from "../kernel/db/call-limits.ts";
import { sql } from "../kernel/db/sql.ts";
import type { AnyStatement } from "../kernel/db/tx.ts";
import { createTenant } from "../tenants/create-tenant.ts";
import { isCluster } from "./cluster.ts";
import { operationsOf } from "./operations.ts";
import { hashOfTest } from "./password-hash.ts";
import { freshCode, noon, type TestServer, withServer } from "./server.ts";
import { TestTenant } from "./tenant.ts";

const tenants = 1000;
/** Number of tenants that are created at the same time. */
const atATime = 4;

/** Maximum number of columns by which a request may sort. */
const maxSorts = 20;

/**
 * Lists of reference tables, by their operation. Every node has a full copy of these tables, and EXPLAIN names any of
 * the nodes.
 */
const ofReferenceTables = ["read SYS_TENANT"];

/** Node of a tenant (host:port), with the number of tenants on it. */
interface NodeOfTenant {
  readonly node: string;
  readonly tenants: readonly number[];
}

/** Returns every node with its tenants. All tables have the same placement, so any table of tenants serves (`mold`). */
const nodesSql = sql<NodeOfTenant>`
  select n.nodename || ':' || n.nodeport as node, array_agg(t.tenant_id order by t.tenant_id) as tenants
  from (select tenant_id, get_shard_id_for_distribution_column('mold', tenant_id) as shard from tenant) t
  join pg_dist_placement p on p.shardid = t.shard
  join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
  group by 1
  order by 1
`;

/** Returns one request of each kind that `selectPage` builds a statement for, in addition to the first page. */
function requestsOf(fields: Fields, key: readonly string[]): object[] {
  const wire = (name: string) => wireName(name, fields[name] as Fields[string]);
  const shown = Object.keys(fields).filter((name) => !fields[name]?.secret);
  const equal = key.map((name) => {
    const { type } = fields[name] as Fields[string];
    const Value = type === "time" ? new Date(noon).toISOString() : type === "date" ? "2026-05-20" : "1";
    return { Field: wire(name), ConditionalCode: "EQ", Value };
  });
  return [
    {},
    { Page: 3, Limit: 5 },
    { Sort: shown.slice(-maxSorts).map((name) => ({ Field: wire(name), Sort: "desc" })) },
    { WhereStr: equal, Limit: 1 },
  ];
}

describe.skipIf(!isCluster)("a cluster with a thousand tenants", () => {
  let s: TestServer;
  beforeAll(async () => {
    s = await withServer();
    const adminHash = await hashOfTest("secret-of-a-test");
    let left = tenants;
    const some = async () => {
      while (left-- > 0) {
        const code = freshCode("t");
        await createTenant(s.app.db, { code, fullName: code, adminHash }, noon);
      }
    };
    await Promise.all(Array.from({ length: atATime }, some));
  }, 600_000);
  afterAll(() => void vi.restoreAllMocks());

  it("spreads them over the nodes", async () => {
    const [nodes] = await s.app.db.platform(nodesSql);
    console.log(nodes.map((n) => `${n.node}: ${n.tenants.length} tenants`).join(", "));
    expect(nodes.length).toBeGreaterThan(1);
    const all = nodes.reduce((sum, n) => sum + n.tenants.length, 0);
    for (const n of nodes) expect(n.tenants.length).toBeGreaterThan(all / nodes.length / 2);
  });

  it("reads each list from one shard, at the tenant's node", async () => {
    const { db, registry } = s.app;
    const t = await TestTenant.create(s);
    const [nodes] = await db.platform(nodesSql);
    const home = nodes.find((n) => n.tenants.includes(t.id))?.node;
    const sent: AnyStatement[] = [];
    const run = db.run.bind(db);
    vi.spyOn(db, "run").mockImplementation((tenantId, statements, limits) => {
      sent.push(...statements);
      return run(tenantId, statements, limits);
    });
    const faults: string[] = [];
    let lists = 0;
    for (const { name, requests } of operationsOf(registry)) {
      for (const request of requests.filter((r) => String(r.Type).startsWith("QueryBy"))) {
        const query = registry.queries.get(`${String(request.MENU_ID)}/${String(request.QueryID)}`)?.query;
        const entity = registry.tables.get(String(request.TableName))?.entity;
        const [fields, key] = query ? [query.columns, query.key] : [entity?.fields ?? {}, entity?.key ?? []];
        lists++;
        for (const more of requestsOf(fields, key)) {
          sent.length = 0;
          const answer = await t.admin.mitt({ ...request, ...more });
          if (answer.Code !== 0) faults.push(`${name} ${JSON.stringify(more)}: ${answer.Msg}`);
          if (sent.length === 0) faults.push(`${name} ${JSON.stringify(more)}: no statement`);
          for (const statement of [...sent]) {
            const [rows] = await run(t.id, [
              sql<{ "QUERY PLAN": string }>`explain (costs off) ${statement as never}`,
            ]);
            const plan = rows.map((r) => r["QUERY PLAN"]).join("\n");
            const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map((m) => Number(m[1]));
            const at = [...plan.matchAll(/Node: host=(\S+) port=(\d+)/g)].map((m) => `${m[1]}:${m[2]}`);
            // EXPLAIN names the node "localhost" if no shard is read, because no row can meet the conditions.
            const isAtHome = at.every((node) => node === home || node.startsWith("localhost:"));
            const isRight = ofReferenceTables.includes(name) || isAtHome;
            if (tasks.join() !== "1" || at.length !== 1 || !isRight || plan.includes("Subplan"))
              faults.push(`${name} ${JSON.stringify(more)}:\n${plan}`);
          }
        }
      }
    }
    console.log(`${lists} lists`);
    expect(faults).toEqual([]);
  }, 600_000);

  it("reads without Citus at the tenant's node, and only rows of the tenant", async () => {
    const { db } = s.app;
    const [t, other] = [await TestTenant.create(s), await TestTenant.create(s)];
    await t.mold("M1");
    const molds = sql<{ mold_no: string }>`select mold_no from mold m join tenant using (tenant_id)`;
    const planOf = async (limits: CallLimits) => {
      const explain = sql<{ "QUERY PLAN": string }>`explain ${molds} where m.tenant_id = ${t.id}`;
      const [rows] = await db.run(t.id, [explain], limits);
      return rows.map((r) => r["QUERY PLAN"]).join("\n");
    };
    expect(await planOf(lookUpLimits)).not.toContain("Citus");
    expect(await planOf(jobLimits)).toContain("Citus");
    const read = (id: number) => db.run(id, [molds], lookUpLimits);
    expect(await read(t.id)).toEqual([[{ mold_no: "M1" }]]);
    expect(await read(other.id)).toEqual([[]]);
    // A request that reads may also write, for example figures that it has computed.
    const rename = sql`update mold set mold_no = 'M2' where tenant_id = ${t.id}`;
    await db.run(t.id, [rename], { kind: "report", isRead: true });
    expect(await read(t.id)).toEqual([[{ mold_no: "M2" }]]);
  });
});
