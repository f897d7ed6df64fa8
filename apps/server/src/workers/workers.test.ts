import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { codes } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import mqtt from "mqtt";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createCountedMold,
  createKillOrganization,
  createKillTenant,
  mittAs,
  RealServer,
} from "../testing/kill/real-server.ts";
import { freshCode } from "../testing/server.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Answer {
  readonly Code: number;
  readonly Msg: string;
}

/** Two real workers and their supervisor. Skipped on the embedded database, which only one process can open. */
describe.skipIf(!process.env.DATABASE_URL)("a server with two workers", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "shotkeeper-workers-"));
  const main = join(root, "apps/server/dist/workers-test.mjs");
  const name = freshCode("workers_");
  const admin = new pg.Client({ connectionString: process.env.DATABASE_URL });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let server: RealServer;
  let token: string;
  let secret: string;
  let sent = 0;
  const began = Date.now() - 86_400_000;
  /**
   * Time between two readings by the counter's clock, ms. It is short, so that even many readings do not lie in the
   * future.
   */
  const readingMs = 5000;

  beforeAll(async () => {
    const { bundle } = await import(new URL("../../../../scripts/bundle.mjs", import.meta.url).href);
    await bundle("apps/server/src/main.ts", main);
    await admin.connect();
    await admin.query(`create database ${name}`);
    const url = new URL(String(process.env.DATABASE_URL));
    url.pathname = `/${name}`;
    await createKillTenant({ url: url.href });
    server = await RealServer.start(main, dataDir, url.href, {
      WORKERS: "2",
      TENANT_REQUESTS_PER_SECOND: "0",
    });
    token = await server.token();
    await createKillOrganization(server, token);
    secret = await createCountedMold(server, token, "W1");
  }, 300_000);
  afterAll(async () => {
    agent.destroy();
    await server?.end("SIGTERM");
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    for (const file of [dataDir, main, `${main}.map`]) rmSync(file, { recursive: true, force: true });
  }, 120_000);

  /** Process ids of the workers. */
  const workers = () => {
    const { pid } = server.child;
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .trim()
      .split(" ")
      .filter(Boolean)
      .map(Number);
  };

  /** Sends a request over a connection that stays open, or over a new one. */
  const post = (path: string, body: object, auth: string, isNew = false) =>
    new Promise<Answer>((resolve, reject) => {
      const call = request(
        server.url + path,
        {
          method: "POST",
          agent: isNew ? new Agent() : agent,
          headers: { "content-type": "application/json", Authorizations: auth },
        },
        (response) => {
          let text = "";
          response.on("data", (d) => (text += d));
          response.on("error", reject);
          response.on("end", () =>
            response.statusCode === 200
              ? resolve(JSON.parse(text))
              : reject(new Error(`${response.statusCode}`)),
          );
        },
      );
      call.on("error", reject);
      // Gives up after 20 s: a killed worker may leave a connection without an answer. Counters also give up and send
      // again.
      call.setTimeout(20_000, () => call.destroy(new Error("no answer in 20 s")));
      call.end(JSON.stringify(body));
    });

  const list = { Type: "QueryByID", MENU_ID: menus.mold, QueryID: "Q01", Page: 1, Limit: 20 };
  const reading = (n: number) => ({
    Type: "report",
    Data: [
      {
        WRITER_IMIE: "CHIPW1",
        COUNT_TIMES: 1000 + n,
        sendTime: new Date(began + n * readingMs).toISOString(),
        percentage: 90,
        Electricity_Mark: 0,
        rssi: -80,
        Remove_Sign: 0,
      },
    ],
  });

  /**
   * Sends readings and reads a list, again and again, until `until` resolves. Returns the errors. Repeats failed
   * readings, as counters do.
   */
  async function underLoad(until: Promise<unknown>): Promise<string[]> {
    const errors: string[] = [];
    let isOver = false;
    void until.finally(() => {
      isOver = true;
    });
    const sender = async () => {
      while (!isOver) {
        const n = sent++;
        for (let isStored = false; !isStored; ) {
          try {
            const answer = await post("/jsq", reading(n), `Counter CHIPW1:${secret}`);
            if (answer.Code !== 0) throw new Error(answer.Msg);
            isStored = true;
          } catch (cause) {
            errors.push(String(cause));
            await sleep(50);
          }
        }
        await post("/mitt", list, token).catch((cause) => errors.push(String(cause)));
      }
    };
    await Promise.all(Array.from({ length: 6 }, sender));
    await until;
    return errors;
  }

  it("refuses no request while its workers are restarted one by one", async () => {
    const before = workers();
    expect(before).toHaveLength(2);
    const restarted = server.printed("all workers were restarted");
    const load = underLoad(restarted.then(() => sleep(300)));
    await sleep(300);
    server.child.kill("SIGHUP");
    expect(await load).toEqual([]);
    const after = workers();
    expect(after).toHaveLength(2);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  }, 300_000);

  it("loses no acknowledged reading and counts none twice while workers are killed", async () => {
    const kills = (async () => {
      // Kills each worker once, so that the leader, which runs the jobs and MQTT, is among them.
      for (const pid of workers()) {
        await sleep(500);
        process.kill(pid, "SIGKILL");
        await expect.poll(() => workers().filter((p) => p !== pid).length, { timeout: 60_000 }).toBe(2);
      }
      await sleep(500);
    })();
    await underLoad(kills);
    const total = async () =>
      (await mittAs(server, token, { Type: "rf_ExplainCount", InParams: { MOLD_NO: "W1" } })).TOTAL;
    await expect.poll(total, { timeout: 30_000 }).toBe(sent - 1);
    expect(await mittAs(server, token, { Type: "rf_Recompute", InParams: { WRITER_ID: "W1" } })).toEqual({
      COUNTERS: 1,
      CHANGED: 0,
    });
    const connected = () =>
      mqtt
        .connectAsync(server.mqttUrl, { username: "CHIPW1", password: secret, reconnectPeriod: 0 }, false)
        .then((client) => client.endAsync(true))
        .then(
          () => true,
          () => false,
        );
    await expect.poll(connected, { timeout: 60_000, interval: 500 }).toBe(true);
  }, 300_000);

  it("ends a session on all workers, and answers the metrics of all", async () => {
    const other = await server.token();
    const ask = () => post("/mitt", list, other, true);
    for (let i = 0; i < 6; i++) expect((await ask()).Code).toBe(0);
    await post("/mitt", { Type: "rf_LogOut", InParams: {} }, other);
    await sleep(500);
    for (let i = 0; i < 6; i++)
      expect((await ask().catch((e) => ({ Msg: String(e) }))).Msg).toContain(codes.sessionEnded);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^shotkeeper_db_connections_max 24$/m);
  }, 60_000);

  it("ends at once when it is stopped while a worker still starts", async () => {
    const url = new URL(String(process.env.DATABASE_URL));
    url.pathname = `/${name}`;
    const dir = mkdtempSync(join(tmpdir(), "shotkeeper-workers-"));
    // Resolves when the first worker serves. The second one starts then.
    const other = await RealServer.start(main, dir, url.href, { WORKERS: "2" });
    const since = performance.now();
    await other.end("SIGTERM");
    expect(other.child.exitCode).toBe(0);
    expect(performance.now() - since).toBeLessThan(20_000);
    rmSync(dir, { recursive: true, force: true });
  }, 120_000);
});
