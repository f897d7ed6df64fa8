import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { lookUpLimits } from "../kernel/db/call-limits.ts";
import { sql } from "../kernel/db/sql.ts";
import { isCluster } from "../testing/cluster.ts";
import { systemCtxOf } from "../testing/job.ts";
import { type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { isolate, move, where } from "./node-commands.ts";
import type { Operator } from "./operator.ts";

describe("the commands for the nodes of a cluster", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeAll(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });
  afterAll(() => void vi.restoreAllMocks());

  const run = async (work: (o: Operator, args: readonly string[]) => Promise<void>, ...args: string[]) => {
    const said: string[] = [];
    const log = vi.spyOn(console, "log").mockImplementation((text: string) => void said.push(text));
    const o: Operator = {
      db: s.app.db,
      now: s.clock.now,
      filesDir: "",
      licencePublicKey: undefined,
      ownerUrl: process.env.DATABASE_URL,
      tenant: async () => ({ id: t.id, ctx: systemCtxOf(t) }),
    };
    await work(o, args).finally(() => log.mockRestore());
    return said.join("\n");
  };

  it.skipIf(isCluster)("are refused for any other database", async () => {
    for (const work of [where, isolate]) await expect(run(work, t.code)).rejects.toThrow("no Citus cluster");
    await expect(run(move, t.code, "10.0.0.1:5432")).rejects.toThrow("no Citus cluster");
  });

  it.skipIf(!isCluster)(
    "give a tenant a shard of its own and move it, without a change of its rows",
    async () => {
      await t.mold("M1");
      await t.counter("W1");
      const rows = () => t.rows(sql`select * from mold where tenant_id = ${t.id}`);
      const before = await rows();
      // Another tenant shares the shard in most runs. A tenant that is alone already needs no isolation.
      if (!/alone/.test(await run(where, t.code))) {
        await expect(run(move, t.code, "nowhere:1")).rejects.toThrow("isolate");
        expect(await run(isolate, t.code)).toMatch(/alone/);
      }
      await expect(run(isolate, t.code)).rejects.toThrow("already");
      await expect(run(move, t.code, "nowhere:1")).rejects.toThrow("no node");
      const from = /is on ([^,]+),/.exec(await run(where, t.code))?.[1];
      const [nodes] = await s.app.db.platform(
        sql<{ node: string }>`
        select nodename || ':' || nodeport as node from pg_dist_node where noderole = 'primary' and shouldhaveshards
      `,
      );
      const to = nodes.find((n) => n.node !== from)?.node ?? "";
      // Clients write all the time, so some of their writes arrive while the shards are copied.
      let isMoving = true;
      const written: string[] = [];
      const writing = Array.from({ length: 3 }, async (_, client) => {
        for (let i = 0; isMoving; i++) {
          await t.mold(`L${client}-${i}`);
          written.push(`L${client}-${i}`);
        }
      });
      expect(await run(move, t.code, to)).toContain(`is on ${to},`);
      isMoving = false;
      await Promise.all(writing);
      await expect(run(move, t.code, to)).rejects.toThrow("already");
      const loaded = sql`select mold_no as key from mold where tenant_id = ${t.id} and mold_no like 'L%'`;
      const logged = sql`select target_key as key from system_log where tenant_id = ${t.id} and target_key like 'L%'`;
      for (const select of [loaded, logged]) {
        const stored = new Set((await t.rows(select)).map((r) => r.key));
        expect(written.filter((key) => !stored.has(key))).toEqual([]);
        expect(stored.size).toBe(written.length);
      }
      await t.rows(sql`delete from mold where tenant_id = ${t.id} and mold_no like 'L%'`);
      expect(await rows()).toEqual(before);
      await t.mold("M2");
      expect(await rows()).toHaveLength(2);
      // The old node still has the old shard, without this mold. A read that comes to the old node must not use it.
      const molds = sql`select mold_no from mold where tenant_id = ${t.id} order by 1`;
      const listed = await s.app.db.run(t.id, [molds], lookUpLimits);
      expect(listed).toEqual([[{ mold_no: "M1" }, { mold_no: "M2" }]]);
    },
    300_000,
  );
});
