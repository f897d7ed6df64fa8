import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import mqtt from "mqtt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDb } from "../../kernel/db/open.ts";
import { createTenant } from "../../tenants/create-tenant.ts";
import { hashOfTest } from "../../testing/password-hash.ts";

/**
 * Sends the 1,995 real shots of one mold to a real server, half by HTTP and half by MQTT, with a kill -9 in between.
 * Every acknowledged reading must be stored, and every reading sent again must count once.
 */
const csv = new URL("../../../../../../shared/data/molding-shots-cn7.csv", import.meta.url);
const root = fileURLToPath(new URL("../../../../../", import.meta.url));

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

class RealServer {
  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
    readonly mqttUrl: string,
  ) {}

  static async start(main: string, dataDir: string): Promise<RealServer> {
    const [port, mqttPort] = [await freePort(), await freePort()];
    const env = {
      ...process.env,
      DATABASE_URL: "",
      DATA_DIR: dataDir,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DEMO: "off",

      CAPTCHA_BYPASS_CODE: "test",
      LOG_LEVEL: "error",
    };
    const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "inherit"] });
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on("data", (d: Buffer) => String(d).includes("serving") && resolve());
      child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
    return new RealServer(child, `http://127.0.0.1:${port}`, `mqtt://127.0.0.1:${mqttPort}`);
  }

  async post(
    path: string,
    body: unknown,
    auth = "{token}",
  ): Promise<{ Code: number; Msg: string; ReturnData: Record<string, unknown> }> {
    const response = await fetch(this.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", Authorizations: auth },
      body: JSON.stringify(body),
    });
    return response.json();
  }

  async token(): Promise<string> {
    const answer = await this.post("/login", {
      TENANT_ID: "kill",
      USER_ID: "admin",
      PASSWORD: "kill-kill",
      CAPTCHA_ID: "x",
      CAPTCHA: "test",
      REMEMBER: "N",
      DEV_TYPE: "PC",
    });
    if (answer.Code !== 0) throw new Error(answer.Msg);
    return String(answer.ReturnData.token);
  }

  end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return Promise.resolve();
    const gone = new Promise<void>((resolve) => this.child.once("exit", () => resolve()));
    this.child.kill(signal);
    return gone;
  }
}

describe.skipIf(!existsSync(csv))("1,995 real shots with a kill -9 in the middle", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "shotkeeper-kill-"));
  const main = join(root, "apps/server/dist/kill-test.mjs");
  let server: RealServer;
  beforeAll(async () => {
    const { bundle } = await import(new URL("../../../../../scripts/bundle.mjs", import.meta.url).href);
    await bundle("apps/server/src/main.ts", main);
    const db = await openDb({ dataDir });
    await createTenant(
      db,
      { code: "kill", fullName: "kill", adminHash: await hashOfTest("kill-kill") },
      Date.now(),
    );
    await db.close();
    server = await RealServer.start(main, dataDir);
  }, 120_000);
  afterAll(async () => {
    await server?.end("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(main, { force: true });
    rmSync(`${main}.map`, { force: true });
  });

  it("count 1,994 after the baseline", async () => {
    const shots = readFileSync(csv, "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => String(line.split(",")[0]));
    let token = await server.token();
    const mitt = async (body: object) => {
      const answer = await server.post("/mitt", body, token);
      if (answer.Code !== 0) throw new Error(`${JSON.stringify(body)}: ${answer.Msg}`);
      return answer.ReturnData;
    };
    await mitt({
      Type: "insert",
      MENU_ID: "SYS105",
      TableName: "SYS_ORG",
      Data: [{ ORGANIZATION_ID: "KILL", ORGANIZATION_NAME: "x", ORGANIZATION_TYPE: "oem" }],
    });
    await mitt({
      Type: "insert",
      MENU_ID: "BS101",
      TableName: "BS_MOLD",
      Data: [
        {
          MOLD_NO: "CN7",
          ENGINE_ID: "KILL",
          DAY_MAINTAIN_TIME: 100,
          BIG_MAINTAIN_TIME: 1000,
          MD_T0_TIME: "2020-01-01",
          MD_OVER_TIME: "2020-02-01",
          PRODUCT_CYCLE: 60,
        },
      ],
    });
    await mitt({
      Type: "insert",
      MENU_ID: "CT101",
      TableName: "BS_WRITER",
      Data: [
        {
          WRITER_ID: "CN7",
          WRITER_IMIE: "CHIPCN7",
          WRITER_TYPE: "NB",
          WRITER_STAT: 1,
          IS_VALID: "Y",
          ENABLE_GPS: "N",
        },
      ],
    });
    await mitt({
      Type: "rf_BindCounter",
      InParams: { MOLD_NO: "CN7", WRITER_ID: "CN7", BIND_TIME: "2020-10-01T00:00:00Z" },
    });
    const secret = String((await mitt({ Type: "rf_CounterSecret", InParams: { WRITER_ID: "CN7" } })).SECRET);

    const readings = shots.map((sendTime, i) => ({
      WRITER_IMIE: "CHIPCN7",
      COUNT_TIMES: 5000 + i,
      sendTime,
      percentage: 90,
      Electricity_Mark: 0,
      rssi: -80,
      Remove_Sign: 0,
    }));
    const byHttp = readings.filter((_, i) => i % 2 === 0);
    const byMqtt = readings.filter((_, i) => i % 2 === 1);
    const acknowledged = new Set<number>();
    const send = async () => {
      const client = await mqtt.connectAsync(server.mqttUrl, {
        username: "CHIPCN7",
        password: secret,
        reconnectPeriod: 0,
      });
      client.on("error", () => {});
      // If the connection closes for good, a pending publication never settles. So the test waits for either the
      // publication or the close.
      const gone = new Promise<never>((_, reject) => client.once("close", () => reject(new Error("closed"))));
      gone.catch(() => {});
      const publications = Promise.all(
        byMqtt.map(async (r) => {
          await client.publishAsync("counters/CHIPCN7/report", JSON.stringify(r), { qos: 1 });
          acknowledged.add(r.COUNT_TIMES);
        }),
      );
      const mqttPart = Promise.race([publications, gone]);
      const httpPart = (async () => {
        for (let i = 0; i < byHttp.length; i += 50) {
          const part = byHttp.slice(i, i + 50);
          const answer = await server.post(
            "/jsq",
            { Type: "report", Data: part },
            `Counter CHIPCN7:${secret}`,
          );
          if (answer.Code === 0) for (const r of part) acknowledged.add(r.COUNT_TIMES);
        }
      })();
      const result = await Promise.allSettled([mqttPart, httpPart]);
      client.end(true);
      return result.every((r) => r.status === "fulfilled");
    };

    const interrupted = send();
    while (acknowledged.size < 300) await new Promise((r) => setTimeout(r, 5));
    await server.end("SIGKILL");
    expect(await interrupted).toBe(false);
    const survived = new Set(acknowledged);
    expect(survived.size).toBeLessThan(readings.length);

    server = await RealServer.start(main, dataDir);
    token = await server.token();
    const log = (await mitt({
      Type: "QueryByID",
      MENU_ID: "CT102",
      QueryID: "Q01",
      WhereStr: [{ Field: "WRITER_ID", ConditionalCode: "EQ", Value: "CN7" }],
      Page: 1,
      Limit: 10_000,
    })) as { list?: { COUNT_TIMES: number }[] };
    const stored = new Set(log.list?.map((r) => r.COUNT_TIMES));
    for (const count of survived) expect(stored.has(count), `acknowledged reading ${count}`).toBe(true);

    // Sends all readings again, as counters do after a missing acknowledgement.
    expect(await send()).toBe(true);
    // Polls the total, because the ledger stores the last MQTT readings shortly after their acknowledgement.
    const explain = () => mitt({ Type: "rf_ExplainCount", InParams: { MOLD_NO: "CN7" } });
    await expect.poll(async () => (await explain()).TOTAL, { timeout: 30_000 }).toBe(1994);
    expect(await explain()).toMatchObject({
      TOTAL: 1994,
      OPENING: 0,
      BINDINGS: [{ WRITER_ID: "CN7", SHOTS: 1994 }],
      CORRECTIONS: [],
    });
    expect(await mitt({ Type: "rf_Recompute", InParams: { WRITER_ID: "CN7" } })).toEqual({
      COUNTERS: 1,
      CHANGED: 0,
    });
  }, 90_000);
});
