import pg from "pg";
import { describe, expect, it } from "vitest";
import { nodesOf } from "../../testing/citus-databases.ts";
import { isCluster } from "../../testing/cluster.ts";
import { withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { jobLimits, lookUpLimits } from "./call-limits.ts";
import { createShardViews, dropShardViews, runOnNode } from "./shard-views.ts";
import { type Sql, sql } from "./sql.ts";

describe.skipIf(!isCluster)("writes at the node of a tenant", () => {
  const path = sql<{ path: string }>`select current_setting('search_path') as path`;
  /** Runs statements in one transaction. Returns whether they use the views. */
  const useViews = async (t: TestTenant, ...statements: Sql[]) => {
    const results = await t.server.app.db.run(t.id, [...statements, path]);
    return /^shard_\d+, public$/.test(String(results.at(-1)?.[0]?.path));
  };

  it("use the views of the shards, if all of their rows are there", async () => {
    const t = await TestTenant.create(await withServer());
    await t.mold("M1");
    const rename = sql`update mold set mold_name = 'x' where tenant_id = ${t.id}`;
    expect(await useViews(t, rename)).toBe(true);
    expect(await useViews(t, rename, sql`select app_bound_chip('{}')`)).toBe(false);
    const mark = sql`insert into job_mark (tenant_id, job, seen_until) values (${t.id}, 'test', now())`;
    expect(await useViews(t, mark)).toBe(true);
    // Reads of jobs may take long, and a move of the shards would have to wait for them.
    expect(await useViews(t, sql`select 1 from mold where tenant_id = ${t.id}`)).toBe(false);
  });

  it("reach all nodes in tables with copies on all nodes", async () => {
    const t = await TestTenant.create(await withServer());
    const { db } = t.server.app;
    expect(await useViews(t, sql`update tenant set storage_mb = 7 where tenant_id = ${t.id}`)).toBe(false);
    const [copies] = await db.platform(sql<{ result: string }>`
      select result
      from run_command_on_placements('tenant', ${`select storage_mb from %s where tenant_id = ${t.id}`})
    `);
    expect(copies.length).toBeGreaterThan(2);
    expect(new Set(copies.map((c) => c.result))).toEqual(new Set(["7"]));
    const [[found]] = await db.run(t.id, [path], lookUpLimits);
    const [schema = ""] = String(found?.path).split(",");
    // Writes the name with an escape sequence, so that the check of the text does not find it.
    const view = sql.raw(`${schema}.U&"ten\\0061nt"`);
    const through = sql`update ${view} set storage_mb = 8 where tenant_id = ${t.id}`;
    await expect(db.run(t.id, [through], jobLimits)).rejects.toMatchObject({ state: "42501" });
  });

  it("give rows their number and their default values", async () => {
    const t = await TestTenant.create(await withServer());
    await t.mold("M1");
    const [mold] = await t.rows(sql`select mold_id, closed_shots from mold where tenant_id = ${t.id}`);
    expect(mold).toEqual({ mold_id: expect.any(Number), closed_shots: 0 });
  });

  it("are seen by a look-up if the node has no views", async () => {
    const t = await TestTenant.create(await withServer());
    await t.mold("M1");
    const { db } = t.server.app;
    const molds = sql<{ mold_no: string }>`select mold_no from mold where tenant_id = ${t.id}`;
    const lookUp = () => db.run(t.id, [molds, path], lookUpLimits);
    const [, [before]] = await lookUp();
    const [schema = ""] = String(before?.path).split(",");
    expect(schema).toMatch(/^shard_\d+$/);
    const { DATABASE_URL: url = "" } = process.env;
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    await dropShardViews(owner);
    const [found, [after]] = await lookUp();
    await createShardViews(owner);
    await owner.end();
    expect(found).toEqual([{ mold_no: "M1" }]);
    expect(after?.path).not.toContain(schema);
  });

  it("are seen by a look-up that comes to any node", async () => {
    const t = await TestTenant.create(await withServer());
    await t.mold("M1");
    const { DATABASE_URL: url = "" } = process.env;
    const main = new pg.Client({ connectionString: url });
    await main.connect();
    const nodes = await nodesOf(main);
    await main.end();
    for (const { name, port } of nodes) {
      const own = Object.assign(new URL(url), { hostname: name, port: String(port) }).href;
      const node = new pg.Client({
        connectionString: own,
        options: "-c citus.propagate_set_commands=local -c role=shotkeeper_app",
      });
      await node.connect();
      await node.query("begin");
      await node.query("select app_pass_tenant($1)", [t.id]);
      const { rows } = await node.query("select mold_no from mold where tenant_id = $1", [t.id]);
      await node.end();
      expect(rows).toEqual([{ mold_no: "M1" }]);
    }
  });
});

it("runs a read again in a transaction, which passes on the tenant, if the node has no views", async () => {
  const sent: string[][] = [];
  const lease = {
    run: (statements: readonly { text: string }[]) => {
      sent.push(statements.map((s) => s.text));
      const rowOf = (text: string) =>
        / as has_views/.test(text) ? { has_views: false } : { n: sent.length };
      return Promise.resolve(statements.map((s) => [rowOf(s.text)]));
    },
  };
  const statements = ["select app_pass_tenant($1)", "select 1"].map((text) => ({ text, values: [7] }));
  const answer = await runOnNode(lease, statements, lookUpLimits, 102_008);
  expect(sent[1]).toEqual(["begin", "select app_pass_tenant($1)", "select 1", "commit"]);
  expect(answer.at(-1)).toEqual([{ n: 2 }]);
});
