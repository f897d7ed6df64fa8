import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import mqtt from "mqtt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createCountedMold,
  createKillOrganization,
  createKillTenant,
  mittAs,
  RealServer,
} from "../../testing/kill/real-server.ts";

/**
 * Sends the 1,995 real shots of one mold to a real server, half by HTTP and half by MQTT, with a kill -9 in between.
 * Every acknowledged reading must be stored, and every reading sent again must count once.
 */
const csv = new URL("../../../../../../shared/data/molding-shots-cn7.csv", import.meta.url);
const root = fileURLToPath(new URL("../../../../../", import.meta.url));

describe.skipIf(!existsSync(csv))("1,995 real shots with a kill -9 in the middle", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "shotkeeper-kill-"));
  const main = join(root, "apps/server/dist/kill-test.mjs");
  let server: RealServer;
  beforeAll(async () => {
    const { bundle } = await import(new URL("../../../../../scripts/bundle.mjs", import.meta.url).href);
    await bundle("apps/server/src/main.ts", main);
    await createKillTenant({ dataDir });
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
    const mitt = (body: object) => mittAs(server, token, body);
    await createKillOrganization(server, token);
    const secret = await createCountedMold(server, token, "CN7");

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
