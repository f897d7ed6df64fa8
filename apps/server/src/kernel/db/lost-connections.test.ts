import { readdirSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isCluster } from "../../testing/cluster.ts";
import { freshCode } from "../../testing/server.ts";
import { EventRelay } from "../event-relay.ts";
import { EventBus } from "../events.ts";
import type { Db } from "./db.ts";
import { openDb } from "./open.ts";
import { sql } from "./sql.ts";

const { DATABASE_URL: url } = process.env;
const rounds = 20;

/** Skipped on the embedded database, which has no backends that could be terminated. */
describe.skipIf(!url)("a server whose backends are terminated while statements run", () => {
  let admin: pg.Client;
  let db: Db;
  let relay: EventRelay;
  let tenantId = 0;
  const bus = new EventBus();
  const ended: unknown[] = [];
  const note = (cause: unknown) => void ended.push(cause);

  beforeAll(async () => {
    process.on("uncaughtException", note);
    process.on("unhandledRejection", note);
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
    db = await openDb({ url: String(url), connections: 6 });
    relay = await EventRelay.open(String(url), bus);
    const code = freshCode("l");
    const [rows] = await db.platform(
      sql`select app_create_tenant(${code}, ${code}, 'Test', 'UTC', false, ${new Date()}) as id`,
    );
    tenantId = Number(rows[0]?.id);
  }, 60_000);
  afterAll(async () => {
    await relay.close();
    await db.close();
    await admin.end();
    process.off("uncaughtException", note);
    process.off("unhandledRejection", note);
  });

  const terminateAll = async () => {
    const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    await admin.query(`select pg_terminate_backend(pid) ${others}`);
    // The tenant's statements run on the workers of a cluster.
    if (isCluster)
      await admin.query("select run_command_on_workers($1)", [
        `select count(pg_terminate_backend(pid)) ${others} and backend_type = 'client backend'`,
      ]);
  };
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it("goes on after each of 20 times, and answers again", async () => {
    let refused = 0;
    let done = 0;
    let isStopping = false;
    const attempt = async (work: () => Promise<unknown>) => {
      while (!isStopping) {
        try {
          await work();
          done++;
        } catch {
          refused++;
          await sleep(5);
        }
      }
    };
    const workers = [
      attempt(() => db.run(tenantId, [sql`select pg_sleep(0.02)`])),
      attempt(() => db.lookUp(tenantId, sql`select 1`)),
      attempt(() =>
        db.write(tenantId, [sql`insert into parameter values (${tenantId}, ${freshCode("p")}, 'x')`]),
      ),
      // This transaction is idle between two statements when its connection breaks.
      attempt(() =>
        db.tx(tenantId, async (tx) => {
          await tx.query(sql`select 1`);
          await sleep(20);
          await tx.query(sql`select 2`);
        }),
      ),
      attempt(() => db.platform(sql`select 1`)),
      attempt(() =>
        db.scripts.run(tenantId, { text: "select prm_id from parameter", values: [], views: new Map() }),
      ),
      attempt(async () => {
        bus.emit(tenantId, { type: "board" });
        await sleep(10);
      }),
    ];
    for (let i = 0; i < rounds; i++) {
      await sleep(60 + ((i * 37) % 90));
      await terminateAll();
    }
    isStopping = true;
    await Promise.all(workers);
    expect(ended).toEqual([]);
    expect(refused).toBeGreaterThanOrEqual(rounds);
    expect(done).toBeGreaterThan(0);
    expect((await db.run(tenantId, [sql`select 1 as n`]))[0]).toEqual([{ n: 1 }]);
  }, 120_000);
});

it("has a handler for errors at every client and pool of the server", async () => {
  const { readFile } = await import("node:fs/promises");
  const root = new URL("../../", import.meta.url);
  const missing: string[] = [];
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts") || /\.test\.ts$|testing\//.test(name)) continue;
    const text = await readFile(new URL(name, root), "utf8");
    const made = text.match(/new pg\.(Client|Pool)\(/g)?.length ?? 0;
    const pools = text.match(/new pg\.Pool\(/g)?.length ?? 0;
    const handled = text.match(/\.on\("error"/g)?.length ?? 0;
    // A pool needs two handlers of the event "error": one for connections in use, and one for idle connections.
    if (handled === 0 && made > 0) missing.push(name);
    else if (handled < pools * 2) missing.push(name);
  }
  expect(missing).toEqual([]);
});
