import { setMaxListeners } from "node:events";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isCluster } from "../../testing/cluster.ts";
import { testDb } from "../../testing/database.ts";
import { freshCode } from "../../testing/server.ts";
import { said } from "../testing/refusal.ts";
import type { Db } from "./db.ts";
import { FairPool } from "./fair-pool.ts";
import { openDb } from "./open.ts";
import { sql } from "./sql.ts";

const { DATABASE_URL: url } = process.env;

/**
 * Skipped on the embedded database, which runs one statement at a time and cannot interrupt it, and on a cluster,
 * because the tests watch the statements of one server.
 */
describe.skipIf(!url || isCluster)("the connections to PostgreSQL", () => {
  let db: Db;
  let admin: pg.Client;
  const [noisy, quiet] = [900_001, 900_002];
  const marker = freshCode("sleep");
  const sleep = (s: number) => [sql`select pg_sleep(${s}), ${marker}::text as marker`] as const;
  const running = async () => {
    const { rows } = await admin.query<{ n: number }>(
      `select count(*)::int as n
        from pg_stat_activity
        where datname = current_database() and state = 'active' and wait_event = 'PgSleep'`,
    );
    return rows[0]?.n ?? 0;
  };
  beforeAll(async () => {
    db = await openDb({
      url: String(url),
      connections: 12,
      cores: 2,
      timeouts: { list: 300, report: 60_000, job: 600_000 },
    });
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
  }, 60_000);
  afterAll(async () => {
    await db.close();
    await admin.end();
  });

  it("leave one for a tenant at once, while another one has 200 slow statements", async () => {
    const gone = new AbortController();
    setMaxListeners(0, gone.signal);
    const flood = db.limited({ kind: "report", isRead: true, gone: gone.signal });
    const floods = Array.from({ length: 200 }, () => flood.run(noisy, sleep(30)));
    const ends = Promise.allSettled(floods);
    await expect.poll(running).toBe(9);
    expect(db.connections.waiting).toBe(191);
    const began = performance.now();
    const list = db.limited({ kind: "list", isRead: true });
    expect(await list.run(quiet, [sql`select 1 as n`])).toEqual([[{ n: 1 }]]);
    // The noisy tenant's own writes do not wait behind its reads.
    expect(await db.run(noisy, [sql`select 2 as n`])).toEqual([[{ n: 2 }]]);
    // The database is idle, so one second is enough even on a slow machine. If the write waited behind the reads of its
    // tenant, it would take 30 s.
    expect(performance.now() - began).toBeLessThan(1000);
    gone.abort();
    const results = await ends;
    expect(
      new Set(results.map((r) => (r.status === "rejected" ? String(r.reason.message) : "done"))),
    ).toEqual(new Set([said("requestCancelled")]));
    expect(await running()).toBe(0);
    expect(db.connections).toMatchObject({ waiting: 0, waited: 191, ended: { gone: 200, timeout: 0 } });
    // Each cancelled connection is usable, and no later statement is cancelled by mistake.
    for (let i = 0; i < 5; i++)
      await Promise.all(Array.from({ length: 30 }, () => db.run(noisy, [sql`select pg_sleep(0.002)`])));
  });

  it("run lists of a noisy tenant beside those of another one on few processors only", async () => {
    const list = db.limited({ kind: "report", isRead: true });
    let isOver = false;
    let most = 0;
    const quietly = (async () => {
      for (let i = 0; i < 10; i++) {
        await list.run(quiet, sleep(0.03));
        if (i > 0) most = Math.max(most, await running());
      }
      isOver = true;
    })();
    const noise = Array.from({ length: 16 }, async () => {
      while (!isOver) await list.run(noisy, sleep(0.02));
    });
    await Promise.all([quietly, ...noise]);
    // The test opens the database for two processors. So beside the one read of the quiet tenant, at most two reads of
    // the noisy tenant run: three reads in all.
    expect(most).toBeLessThanOrEqual(3);
  });

  it("stop a list after its time, a report later, and a job much later", async () => {
    await expect(db.limited({ kind: "list" }).run(quiet, sleep(2))).rejects.toMatchObject({ state: "57014" });
    await db.limited({ kind: "report" }).run(quiet, sleep(0.4));
    await db.run(quiet, sleep(0.4));
    await expect(db.limited({ kind: "list" }).tx(quiet, (tx) => tx.all(sleep(2)))).rejects.toMatchObject({
      state: "57014",
    });
    expect(db.connections.ended.timeout).toBe(2);
  });

  it("are not given to a call if the role of tenants cannot be set", async () => {
    const name = freshCode("stranger");
    await admin.query(`create role ${name} login password '${name}'`);
    const own = new URL(String(url));
    own.username = name;
    own.password = name;
    const pool = new FairPool({ url: own.href, connections: 1 });
    for (const _ of [1, 2])
      await expect(pool.lease(quiet, { kind: "list" })).rejects.toThrow(said("databaseUnavailable"));
    expect(pool.figures).toMatchObject({ total: 0, waiting: 0 });
    await pool.end();
    await admin.query(`drop role ${name}`);
  });

  it("have the role of tenants from the first statement on, and run nothing after their return", async () => {
    const pool = new FairPool({ url: String(url), connections: 1 });
    const lease = await pool.lease(quiet, { kind: "list" });
    const who = [{ text: "select current_user as name", values: [] }];
    expect(await lease.run(who)).toEqual([[{ name: "shotkeeper_app" }]]);
    lease.release();
    await expect(lease.run(who)).rejects.toThrow("given back");
    await expect(lease.runToEnd(who)).rejects.toThrow("given back");
    await pool.end();
  });

  it("roll a transaction back whose caller has gone", async () => {
    const gone = new AbortController();
    const code = freshCode("p");
    const tenant = await admin.query("select app_create_tenant($1, $1, 'Test', 'UTC', false, now()) as id", [
      freshCode("f"),
    ]);
    const id = Number(tenant.rows[0].id);
    const work = db.limited({ kind: "report", gone: gone.signal }).tx(id, async (tx) => {
      await tx.query(sql`insert into parameter values (${id}, ${code}, 'x')`);
      await tx.all(sleep(30));
    });
    await expect.poll(running).toBe(1);
    gone.abort();
    await expect(work).rejects.toThrow(said("requestCancelled"));
    expect(await db.run(id, [sql`select 1 from parameter where prm_id = ${code}`])).toEqual([[]]);
  });
});

describe.skipIf(url)("the only session of the embedded database", () => {
  it("is given in turns, and a call whose caller has gone no longer waits for it", async () => {
    const db = await testDb();
    const order: string[] = [];
    const read = (tenantId: number, gone?: AbortSignal) =>
      db
        .limited({ kind: "list", isRead: true, gone })
        .run(tenantId, [sql`select pg_sleep(0.02)`])
        .then(() => void order.push(`tenant ${tenantId}`));
    const gone = new AbortController();
    const noise = Array.from({ length: 8 }, () => read(1));
    const cancelled = read(1, gone.signal);
    const quiet = read(2);
    gone.abort();
    await expect(cancelled).rejects.toThrow(said("requestCancelled"));
    expect(order).toEqual([]);
    await Promise.all([...noise, quiet]);
    // Only the statement that was already running ends before the statement of tenant 2.
    expect(order.indexOf("tenant 2")).toBe(1);
  });
});
