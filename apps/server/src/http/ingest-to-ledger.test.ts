import mqtt from "mqtt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpTestServer, type TestTenant } from "./testing/http-test-server.ts";

let server: HttpTestServer;
let t: TestTenant;

beforeAll(async () => {
  server = await HttpTestServer.start({}, true);
  t = await server.tenant(2);
}, 60_000);
afterAll(() => server.stop());

const hour = 3_600_000;
const at = (hoursAgo: number) => Math.floor(Date.now() / hour - hoursAgo) * hour;

describe("from the ingest APIs to the ledger and back", () => {
  it("counts a reading once, whatever protocol it uses and however often it is sent", async () => {
    const first = { WRITER_IMIE: t.chip, COUNT_TIMES: 100, sendTime: at(4), percentage: 81 };
    const second = {
      WRITER_IMIE: t.chip,
      COUNT_TIMES: 160,
      sendTime: at(3),
      percentage: 80,
      cycles: [60, 60],
    };
    const http = (...Data: object[]) => server.post("/jsq", t.token, { Type: "report", Data });
    expect((await http(first)).ReturnData).toEqual({
      accepted: 1,
      duplicates: 0,
      quarantined: [],
      rejected: [],
    });
    const c = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
      username: t.chip,
      password: "secret",
      protocolVersion: 5,
    });
    await c.publishAsync(`counters/${t.chip}/report`, JSON.stringify([first, second]), { qos: 1 });
    await c.endAsync();
    await server.app.ingest.intake.journal?.drained();
    expect((await http(first, second)).ReturnData).toEqual({
      accepted: 0,
      duplicates: 2,
      quarantined: [],
      rejected: [],
    });
    // A reading with an impossible rate is quarantined. If the same reading is sent again, it is a duplicate.
    const rate = { WRITER_IMIE: t.chip, COUNT_TIMES: 10_000_000, sendTime: at(3) + 60_000 };
    expect((await http(rate)).ReturnData).toEqual({
      accepted: 0,
      duplicates: 0,
      quarantined: [{ index: 0, reason: "rate" }],
      rejected: [],
    });
    expect((await http(rate)).ReturnData).toMatchObject({ duplicates: 1, quarantined: [] });
    const { tally } = server.app.ingest;
    expect(tally.readings).toMatchObject({
      http: { accepted: 1, duplicate: 3, quarantined: 1 },
      mqtt: { accepted: 1, duplicate: 1 },
    });
    const state = await server.post("/jsq", t.token, { Type: "QueryCounter", WRITER_IMIE: t.chip });
    expect(state.ReturnData).toMatchObject({ COUNT_TIMES: 160 });
    const log = await server.post("/jsq", `Counter ${t.chip}:secret`, { Type: "QueryLog", Limit: 2 });
    expect(log.ReturnData).toMatchObject({
      count: 3,
      list: [
        { COUNT_TIMES: 10_000_000, QUARANTINE: "rate" },
        { COUNT_TIMES: 160, SHOTS: 60, CHANNEL: 2 },
      ],
    });
  });

  it("accepts concurrent callers", async () => {
    const chip = t.chips[1] ?? "";
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        server.post("/jsq", `Counter ${chip}:secret`, {
          Type: "report",
          Data: [{ WRITER_IMIE: chip, COUNT_TIMES: i, sendTime: at(24) + i * 60_000 }],
        }),
      ),
    );
    expect(answers.every((a) => a.Code === 0)).toBe(true);
    const state = await server.post("/jsq", t.token, { Type: "QueryCounter", WRITER_IMIE: chip });
    expect(state.ReturnData).toMatchObject({ COUNT_TIMES: 199 });
    const { values } = await server.app.ingest.tally.ingestSize.get();
    const batches = values.find((v) => v.metricName?.endsWith("_count"));
    expect(batches?.value).toBeLessThan(100);
  });
});
