import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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
import { removalFile } from "./remove-tenant.ts";
import { countRows, showTenant, tablesOfTenant } from "./tables-of-tenant.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Simulated time between two readings, ms. */
const cycleMs = 60_000;

/** Two servers on one database that work for two tenants while one tenant is removed. */
describe.skipIf(!process.env.DATABASE_URL)("the removal of a tenant beside two running servers", () => {
  const dir = mkdtempSync(join(tmpdir(), "shotkeeper-remove-"));
  const name = freshCode("remove_");
  const admin = new pg.Client({ connectionString: process.env.DATABASE_URL });
  const programs = { main: "remove-main", command: "remove-command", run: "remove-run" } as const;
  const program = (p: keyof typeof programs) => join(root, "apps/server/dist", `${programs[p]}.mjs`);
  const url = new URL(process.env.DATABASE_URL ?? "postgres://none");
  url.pathname = `/${name}`;
  const dataDirs = [0, 1].map((i) => join(dir, `data${i}`)) as [string, string];
  const servers: RealServer[] = [];
  const ids: Record<string, number> = {};
  let owner: pg.Client;

  let isEnding = false;
  /** Answers of the servers by tenant: HTTP status and code. */
  const answers: Record<string, Map<string, number>> = { goes: new Map(), stays: new Map() };
  const failures: string[] = [];
  const accepted: Record<string, number> = { goes: 0, stays: 0 };
  const loops: Promise<void>[] = [];

  beforeAll(async () => {
    const { bundle } = await import(new URL("../../../../scripts/bundle.mjs", import.meta.url).href);
    await bundle("apps/server/src/main.ts", program("main"));
    await bundle("apps/server/src/cli/tenant.ts", program("command"));
    await bundle("apps/server/src/testing/kill/remove-run.ts", program("run"));
    await admin.connect();
    await admin.query(`create database ${name}`);
    await createKillTenant({ url: url.href }, "goes", "stays");
    // Both servers have the same folder of files, as docs/operations.md asks for.
    mkdirSync(join(dataDirs[0], "files"), { recursive: true });
    mkdirSync(dataDirs[1]);
    symlinkSync(join(dataDirs[0], "files"), join(dataDirs[1], "files"));
    for (const dataDir of dataDirs)
      servers.push(
        await RealServer.start(program("main"), dataDir, url.href, { TENANT_REQUESTS_PER_SECOND: "0" }),
      );
    owner = new pg.Client({ connectionString: url.href, options: "-c timezone=UTC" });
    await owner.connect();
    const { rows } = await owner.query<{ code: string; tenant_id: number }>(
      "select code, tenant_id from tenant",
    );
    for (const r of rows) ids[r.code] = r.tenant_id;
    for (const code of ["goes", "stays"]) {
      const folder = join(dataDirs[0], "files", String(ids[code]));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "abcdefghijkl"), code);
      for (const [i, server] of servers.entries()) {
        const token = await server.token(code);
        if (i === 0) await createKillOrganization(server, token);
        const no = `${code}${i}`.toUpperCase();
        const secret = await createCountedMold(server, token, no);
        loops.push(...load(server, code, token, no, secret));
      }
    }
  }, 300_000);
  afterAll(async () => {
    isEnding = true;
    await Promise.all(loops);
    for (const server of servers) await server.end("SIGTERM");
    await owner?.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    rmSync(dir, { recursive: true, force: true });
    for (const p of ["main", "command", "run"] as const)
      for (const file of [program(p), `${program(p)}.map`]) rmSync(file, { force: true });
  }, 120_000);

  /** Calls a server, and records its answer. */
  async function call(server: RealServer, tenant: string, path: string, body: object, auth: string) {
    const response = await fetch(server.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", Authorizations: auth },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status >= 500) failures.push(`${tenant} ${path}: ${response.status} ${text.slice(0, 200)}`);
    const { Code, Msg } = JSON.parse(text) as { Code: number; Msg: string };
    const key = `${response.status} ${Code === 0 ? "done" : Msg}`;
    answers[tenant]?.set(key, (answers[tenant]?.get(key) ?? 0) + 1);
    return Code === 0;
  }

  /** Sends a mixed load until the end of the test: reads, writes, commands, readings by HTTP and MQTT, and jobs. */
  function load(
    server: RealServer,
    tenant: string,
    token: string,
    no: string,
    secret: string,
  ): Promise<void>[] {
    const until = async (step: (n: number) => Promise<unknown>) => {
      for (let n = 0; !isEnding; n++) {
        await step(n).catch((cause: unknown) => failures.push(`${tenant}: ${cause}`));
        await sleep(20);
      }
    };
    const began = Date.now() - 60 * 86_400_000;
    const reading = (n: number) => ({
      WRITER_IMIE: `CHIP${no}`,
      COUNT_TIMES: 1000 + n,
      sendTime: new Date(began + n * cycleMs).toISOString(),
      percentage: 90,
      Electricity_Mark: 0,
      rssi: -80,
      Remove_Sign: 0,
    });
    const mold = (n: number) => ({
      Type: "insert",
      MENU_ID: menus.mold,
      TableName: "BS_MOLD",
      Data: [
        {
          MOLD_NO: `${no}-${n}`,
          ENGINE_ID: "KILL",
          DAY_MAINTAIN_TIME: 100,
          BIG_MAINTAIN_TIME: 1000,
          MD_T0_TIME: "2020-01-01",
          MD_OVER_TIME: "2020-02-01",
          PRODUCT_CYCLE: 60,
        },
      ],
    });
    const list = { Type: "QueryByID", MENU_ID: menus.mold, QueryID: "Q01", Page: 1, Limit: 20 };
    const client = mqtt.connect(server.mqttUrl, {
      username: `CHIP${no}`,
      password: secret,
      reconnectPeriod: 300,
    });
    client.on("error", () => undefined);
    const mqttReadings = until(async (n) => {
      if (!client.connected) return;
      const late = Promise.race([
        client.publishAsync(`counters/CHIP${no}/report`, JSON.stringify(reading(2 * n)), { qos: 1 }),
        sleep(2000),
      ]);
      // Ignores a lost publication. The server closes the connection as soon as it does not know the counter any more.
      await late.catch(() => undefined);
    }).finally(() => client.end(true));
    return [
      mqttReadings,
      until((n) =>
        call(
          server,
          tenant,
          "/jsq",
          { Type: "report", Data: [reading(2 * n + 1)] },
          `Counter CHIP${no}:${secret}`,
        ),
      ),
      until(() => call(server, tenant, "/mitt", list, token)),
      until(async (n) => {
        if (await call(server, tenant, "/mitt", mold(n), token))
          accepted[tenant] = (accepted[tenant] ?? 0) + 1;
      }),
      until(() => call(server, tenant, "/mitt", { Type: "rf_Recompute", InParams: {} }, token)),
    ];
  }

  /** Starts a program, and returns its exit code or signal. */
  function end(file: string, ...args: string[]): Promise<string> {
    const child = spawn(process.execPath, [file, ...args], {
      env: { ...process.env, DATABASE_URL: url.href, DATA_DIR: dataDirs[0], LOG_LEVEL: "silent" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let text = "";
    child.stderr.on("data", (d: Buffer) => (text += d));
    return new Promise((resolve) =>
      child.once("exit", (code, signal) => resolve(signal ?? `${code} ${text}`)),
    );
  }

  const rowsOf = async (tenant: string) => {
    await owner.query("begin");
    await showTenant(owner, ids[tenant] ?? 0);
    const counts = await countRows(owner, await tablesOfTenant(owner), ids[tenant] ?? 0);
    await owner.query("commit");
    return counts;
  };
  const left = async () => Object.entries(await rowsOf("goes")).filter(([, n]) => n > 0);
  const makeJobsDue = () =>
    owner.query("update job set due_at = now() where due_at > now() + interval '2 s'");

  it("leaves nothing, also after kills between its steps, and disturbs nobody", {
    timeout: 180_000,
  }, async () => {
    await sleep(3000);
    await makeJobsDue();
    expect(answers.goes?.get("200 done")).toBeGreaterThan(20);
    const before = await rowsOf("stays");
    // Opens a transaction before the deletion. The transaction writes after the deletion, so the removal must wait for
    // it.
    const slow = new pg.Client({ connectionString: url.href });
    // Ignores the error of this connection. It occurs if the test fails early and its database is dropped before the
    // connection has ended.
    slow.on("error", () => {});
    await slow.connect();
    for (const step of ["closed", "deleting", "deleted", "files"]) {
      if (step === "deleted") {
        await slow.query("begin");
        await slow.query("set local role shotkeeper_app");
        await slow.query("select app_set_tenant($1)", [ids.goes]);
      }
      const ended = end(program("run"), url.href, dataDirs[0], "goes", step);
      if (step === "files") {
        expect(await Promise.race([ended, sleep(5000)])).toBeUndefined();
        await slow.query("insert into parameter (tenant_id, prm_id, prm_value) values ($1, 'X', '1')", [
          ids.goes,
        ]);
        await slow.query("commit");
      }
      expect(await ended, step).toBe("SIGKILL");
      await makeJobsDue();
      await sleep(1500);
    }
    await expect(slow.query("select app_set_tenant($1)", [ids.goes])).rejects.toThrow("was removed");
    await slow.end();
    const args = ["remove", "goes", "--confirm", "goes", "--without-export"];
    expect(await end(program("command"), ...args)).toBe("0 ");
    expect(await left()).toEqual([]);
    const proof = JSON.parse(readFileSync(removalFile(dataDirs[0], "goes"), "utf8"));
    expect(proof).toMatchObject({ state: "removed", files: { after: 0 } });
    const done = answers.goes?.get("200 done");
    // Waits longer than 30 s, the interval at which servers look for tenants without jobs.
    await sleep(32_000);
    await makeJobsDue();
    await sleep(3000);
    expect(await left()).toEqual([]);
    expect(answers.goes?.get("200 done")).toBe(done);
    expect(failures).toEqual([]);
    const stays = await rowsOf("stays");
    expect(stays.mold).toBeGreaterThan(before.mold ?? 0);
    expect(stays.reading).toBeGreaterThan(before.reading ?? 0);
    // The test itself has added two molds, in addition to those of the load.
    isEnding = true;
    await Promise.all(loops);
    expect((await rowsOf("stays")).mold).toBe((accepted.stays ?? 0) + 2);
    const [server] = servers as [RealServer, RealServer];
    const token = await server.token("stays");
    expect(await mittAs(server, token, { Type: "rf_Recompute", InParams: {} })).toMatchObject({ CHANGED: 0 });
    expect([...(answers.stays?.keys() ?? [])]).toEqual(["200 done"]);
  });
});
