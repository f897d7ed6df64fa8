import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { isCluster } from "../testing/cluster.ts";
import { withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { buildHttp } from "./server.ts";

/**
 * False: the tests are skipped. The embedded database has one session and no locks, so a test cannot make a statement
 * wait. On a cluster, the statements run on several servers, and the tests watch one.
 */
const isServer = process.env.DATABASE_URL !== undefined && !isCluster;

describe.skipIf(!isServer)("a client that closes its connection before the answer", () => {
  let http: FastifyInstance;
  let t: TestTenant;
  let token: string;
  let locker: pg.Client;
  let observer: pg.Client;
  let lockerPid: number;
  beforeAll(async () => {
    const s = await withServer();
    t = await TestTenant.create(s);
    token = await s.app.sessions.open(t.id, t.admin.userId, "PC", true, s.clock.now);
    http = await buildHttp(s.app);
    await http.listen({ host: "127.0.0.1", port: 0 });
    const url = new URL(String(process.env.DATABASE_URL));
    const [rows] = await s.app.db.platform(sql<{ name: string }>`select current_database() as name`);
    url.pathname = `/${rows[0]?.name}`;
    locker = new pg.Client({ connectionString: url.href });
    await locker.connect();
    const { rows: own } = await locker.query<{ pid: number }>("select pg_backend_pid() as pid");
    lockerPid = own[0]?.pid ?? 0;
    // Reads the running statements on another connection, because pg_stat_activity shows the same rows until the end of
    // a transaction.
    observer = new pg.Client({ connectionString: url.href });
    await observer.connect();
  }, 120_000);
  afterAll(async () => {
    await locker.end();
    await observer.end();
    await http.close();
  });

  /** Returns the number of statements that wait for the table lock of the connection `locker`. */
  const waiting = async () => {
    const { rows } = await observer.query<{ n: number }>(
      `select count(*)::int as n
        from pg_stat_activity
        where datname = current_database() and $1 = any(pg_blocking_pids(pid))`,
      [lockerPid],
    );
    return rows[0]?.n;
  };

  /** Locks a table and sends a request that has to wait for this lock. Then closes the connection of the request. */
  async function leaveWhileWaiting(table: string, body: object): Promise<void> {
    await locker.query(`begin; lock table ${table} in access exclusive mode`);
    const { port } = http.server.address() as AddressInfo;
    const payload = JSON.stringify(body);
    const call = request({
      port,
      path: "/mitt",
      method: "POST",
      headers: { [tokenHeader]: token, "content-type": "application/json" },
    });
    call.on("error", () => {});
    call.end(payload);
    // Waits until at least one statement waits for the lock. A report sends several statements, so more than one may
    // wait.
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0);
    call.destroy();
  }

  it("ends the statement of a list and of a report", async () => {
    const list = { Type: "QueryByID", MENU_ID: menus.mold, QueryID: "Q01", Page: 1, Limit: 50 };
    for (const body of [list, { Type: "rf_PlantBoard", InParams: { PLANT_ID: "P1" } }]) {
      await leaveWhileWaiting("mold", body);
      await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
      await locker.query("rollback");
    }
    const { body } = await http.inject({ url: "/metrics" });
    expect(Number(/^shotkeeper_db_ended_total\{reason="gone"\} (\d+)$/m.exec(body)?.[1])).toBeGreaterThan(1);
  });

  it("does not end a write", async () => {
    await leaveWhileWaiting("dictionary", {
      Type: "insert",
      MENU_ID: menus.dictionary,
      TableName: "SYS_DICT",
      Data: [{ DICT_CODE: "LATE", DICT_NAME: "late" }],
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await waiting()).toBe(1);
    await locker.query("rollback");
    const rows = () => t.rows(sql`select dict_code from dictionary where dict_code = 'LATE'`);
    await expect.poll(rows).toHaveLength(1);
  });
});
