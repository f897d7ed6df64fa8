import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { freshCode, noon, type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

let s: TestServer;
let t: TestTenant;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
});

const minute = 60_000;
const iso = (ms: number) => new Date(ms).toISOString();

interface Made {
  readonly id: number;
  readonly secret: string;
}

async function make(kind: string, name = kind): Promise<Made> {
  const made = await t.admin.run<{ CONNECTOR_ID: number; SECRET: string }>("rf_MakeConnector", {
    CONNECTOR_NAME: name,
    CONNECTOR_KIND: kind,
  });
  return { id: made.CONNECTOR_ID, secret: made.SECRET };
}

const set = (c: Made, map: Record<string, unknown>, active = true) =>
  t.admin.mitt({
    Type: "rf_SetConnector",
    InParams: {
      CONNECTOR_ID: c.id,
      CONNECTOR_NAME: "x",
      IS_ACTIVE: active ? "Y" : "N",
      WRITER_TYPE: "LORA",
      INT_REPORT: 1,
      ...map,
    },
  });

async function send(c: Made, body: unknown, o: { query?: string; secret?: string } = {}) {
  const answer = await s.http.inject({
    method: "POST",
    url: `/in/${c.id}/${o.secret ?? c.secret}${o.query ?? ""}`,
    headers: { "content-type": "application/json" },
    payload: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: answer.statusCode, ...answer.json<{ Code: number; Msg: string; ReturnData?: unknown }>() };
}

async function messages(c: Made) {
  await s.app.receiver.log.flush();
  const rows = await t.admin.list("CT105", "Q02");
  return rows.filter((r) => r.CONNECTOR_ID === c.id);
}
const devices = () => t.admin.list("CT105", "Q03");
const adopt = (c: Made, ...ids: string[]) =>
  t.admin.mitt({ Type: "rf_AdoptDevices", InParams: { CONNECTOR_ID: c.id, REMOTE_IDS: ids } });
const shotsOf = async (chip: string) => {
  const [row] = await t.rows<{ n: number }>(sql`
    select coalesce(sum(h.shots), 0)::int as n
    from shot_hour h
    join counter c on c.tenant_id = h.tenant_id and c.counter_id = h.counter_id
    where h.tenant_id = ${t.id} and c.chip_code = ${chip}
  `);
  return row?.n;
};

const plainMap = { ID_PATH: "/id", COUNT_PATH: "/n", TIME_PATH: "/t" };

describe("a connector for JSON", () => {
  it("keeps messages while inactive, previews a field map, and books after activation", async () => {
    const c = await make("http");
    const id = freshCode("a-");
    const sent = { dev: { id }, n: 7, t: iso(noon) };
    expect(await send(c, sent)).toMatchObject({
      status: 200,
      ReturnData: { parts: { refused: 1 }, reason: "S0007^ID_PATH" },
    });
    expect(await messages(c)).toMatchObject([
      { MESSAGE_OUTCOME: "refused", OUTCOME_REASON: "S0007^ID_PATH", PAYLOAD: JSON.stringify(sent) },
    ]);
    const map = { ...plainMap, ID_PATH: "/dev/id" };
    expect(await t.admin.run("rf_PreviewConnector", { CONNECTOR_ID: c.id, ...map })).toMatchObject({
      PARTS: [{ MESSAGE_OUTCOME: "waiting", REMOTE_ID: id, COUNT_TIMES: 7, sendTime: iso(noon) }],
    });
    expect(await set(c, map)).toMatchObject({ Code: 0 });
    expect(await send(c, sent)).toMatchObject({
      ReturnData: { parts: { waiting: 1 }, reason: `S0615^${id}` },
    });
    expect(await devices()).toMatchObject([
      { REMOTE_ID: id, CONNECTOR_DEVICE_STATE: "waiting", WRITER_IMIE: id, COUNT_TIMES: 7 },
    ]);
    expect(await adopt(c, id)).toMatchObject({ Code: 0, ReturnData: { REGISTERED: 1, MATCHED: 0 } });
    s.clock.now = noon + 10 * minute;
    const next = { ...sent, n: 12, t: iso(noon + 10 * minute) };
    expect(await send(c, next)).toMatchObject({ ReturnData: { parts: { booked: 1 }, reason: null } });
    expect(await send(c, next)).toMatchObject({ ReturnData: { parts: { duplicate: 1 } } });
    // The adoption stored the reading that had waited for it (count 7) as the first reading of the counter. So the
    // reading with count 12 adds 5 shots.
    expect(await shotsOf(id)).toBe(5);
    expect(await devices()).toMatchObject([
      { CONNECTOR_DEVICE_STATE: "adopted", WRITER_ID: id, COUNT_TIMES: 12 },
    ]);
    await s.app.receiver.log.flush();
    expect(await t.admin.list("CT105", "Q01")).toMatchObject([
      { BOOKED_COUNT: 1, DUPLICATE_COUNT: 1, REFUSED_COUNT: 1, UNKNOWN_COUNT: 1, WAITING_DEVICES: 0 },
    ]);
  });

  it("refuses bad input with the field and the reason, and keeps it", async () => {
    const c = await make("http");
    await set(c, plainMap);
    const good = { id: "B", n: 1, t: iso(noon) };
    const cases: [unknown, string][] = [
      ["{", "S0206"],
      [{ ...good, id: undefined }, "S0600^/id"],
      [{ ...good, id: {} }, "S0605^/id = {}"],
      [{ ...good, n: undefined }, "S0600^/n"],
      [{ ...good, n: 1.5 }, "S0601^/n = 1.5"],
      [{ ...good, n: -1 }, "S0601^/n = -1"],
      [{ ...good, n: "many" }, "S0601^/n = many"],
      [{ ...good, t: undefined }, "S0600^/t"],
      [{ ...good, t: "yesterday" }, "S0603^/t = yesterday"],
      [{ ...good, t: iso(noon + 20 * minute) }, `S0604^/t = ${iso(noon + 20 * minute)}`],
    ];
    for (const [body, reason] of cases)
      expect(await send(c, body)).toMatchObject({
        status: 200,
        ReturnData: { parts: { refused: 1 }, reason },
      });
    expect(await send(c, "x".repeat(300 * 1024))).toMatchObject({ status: 413, Code: 1 });
    expect(await send(c, good, { secret: `${t.id}.${"w".repeat(32)}` })).toMatchObject({
      status: 401,
      Msg: "S0618",
    });
    expect(await send({ ...c, id: c.id + 1 }, good)).toMatchObject({ status: 401 });
    const kept = (await messages(c)).map((m) => m.OUTCOME_REASON);
    expect(kept).toEqual(["S0618", "S0619", ...cases.map(([, reason]) => reason).reverse()]);
  });

  it("admits a right secret after many wrong ones from the same address, and keeps few of those", async () => {
    const c = await make("http");
    await set(c, plainMap);
    const wrong = `${t.id}.${"w".repeat(32)}`;
    const post = (secret: string, payload: string) =>
      s.http.inject({
        method: "POST",
        url: `/in/${c.id}/${secret}?note=stranger`,
        headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.77" },
        payload,
      });
    const statuses: number[] = [];
    for (let i = 0; i < 62; i++) statuses.push((await post(wrong, "{}")).statusCode);
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    const attempts = await messages(c);
    expect(attempts.map((m) => m.OUTCOME_REASON)).toEqual(Array(5).fill("S0618"));
    expect(JSON.stringify(attempts)).not.toContain("stranger");
    const state = sql`
      select refused::int as refused, last_at is null as is_silent
      from connector_state
      where tenant_id = ${t.id} and connector_id = ${c.id}
    `;
    expect(await t.rows(state)).toEqual([{ refused: expect.any(Number), is_silent: true }]);
    const answer = await post(c.secret, JSON.stringify({ id: "B", n: 1, t: iso(noon) }));
    expect([answer.statusCode, answer.json().ReturnData.parts]).toEqual([200, { waiting: 1 }]);
    expect(await messages(c)).toHaveLength(6);
    expect(await t.rows(state)).toMatchObject([{ is_silent: false }]);
  });

  it("has stored a message of an inactive connector when it answers", async () => {
    const c = await make("http");
    await set(c, plainMap, false);
    expect(await send(c, { id: "B", n: 1, t: iso(noon) })).toMatchObject({
      ReturnData: { parts: { inactive: 1 } },
    });
    const kept = sql`select outcome from connector_message where tenant_id = ${t.id} and connector_id = ${c.id}`;
    expect(await t.rows(kept)).toEqual([{ outcome: "inactive" }]);
  });

  it("bounds the list of unknown devices and counts the others", async () => {
    const c = await make("http");
    await set(c, { ...plainMap, ITEMS_PATH: "/all" });
    for (let k = 0; k < 4; k++)
      await send(c, {
        all: Array.from({ length: 500 }, (_, i) => ({ id: `U${500 * k + i}`, n: i, t: iso(noon) })),
      });
    await s.app.receiver.log.flush();
    expect(await t.admin.list("CT105", "Q01")).toMatchObject([
      { UNKNOWN_COUNT: 2000, WAITING_DEVICES: 500, UNLISTED_COUNT: 1500 },
    ]);
  });

  it("keeps the last 50 booked messages and the last 200 others", async () => {
    const c = await make("http");
    await set(c, plainMap);
    const id = freshCode("c");
    await send(c, { id, n: 0, t: iso(noon) });
    await adopt(c, id);
    for (let i = 1; i <= 60; i++) await send(c, { id, n: i, t: iso(noon - 60 * minute + i * minute) });
    await Promise.all(Array.from({ length: 230 }, () => send(c, "no JSON")));
    const list = await messages(c);
    expect(list.filter((m) => m.MESSAGE_OUTCOME === "refused")).toHaveLength(200);
    expect(list.filter((m) => m.MESSAGE_OUTCOME !== "refused")).toHaveLength(50);
  });

  it("matches a device with a registered counter, and refuses one with readings of another width", async () => {
    const c = await make("http");
    await set(c, plainMap);
    await t.counter("W1");
    const [{ WRITER_IMIE: chip } = {}] = await t.admin.list("CT101", "Q01");
    await send(c, { id: chip, n: 5, t: iso(noon) });
    expect(await devices()).toMatchObject([{ MATCHING_WRITER: "W1", WRITER_ID: null }]);
    expect(await adopt(c, String(chip))).toMatchObject({ ReturnData: { REGISTERED: 0, MATCHED: 1 } });
    const narrow = await make("http", "narrow");
    await set(narrow, { ...plainMap, COUNT_WIDTH: 16 });
    await send(narrow, { id: chip, n: 5, t: iso(noon) });
    expect(await adopt(narrow, String(chip))).toMatchObject({ Msg: "S0622^W1" });
    expect(await adopt(c, "nobody")).toMatchObject({ Msg: "S0202^REMOTE_IDS" });
    expect(await adopt(c, String(chip))).toMatchObject({ Msg: "S0212" });
  });

  it("refuses contradictory field maps by their field", async () => {
    const c = await make("http");
    const cases: [Record<string, unknown>, string][] = [
      [{ ...plainMap, COUNT_PATH: null }, "S0007^COUNT_PATH"],
      [{ ...plainMap, ID_PATH: null }, "S0007^ID_PATH"],
      [{ ...plainMap, TIME_PATH: null, COUNT_WIDTH: 16 }, "S0621"],
      [{ ...plainMap, COUNT_WIDTH: 16, COUNTS_PER_SHOT: 3 }, "S0200^COUNTS_PER_SHOT"],
      [{ ...plainMap, COUNT_WIDTH: 12 }, "S0200^COUNT_WIDTH"],
      [{ ...plainMap, BYTE_OFFSET: 0 }, "S0007^BYTE_LENGTH"],
      [{ ...plainMap, FRAME_PORT: 1 }, "S0200^FRAME_PORT"],
      [{ ...plainMap, COUNT_PATH: "n" }, "S0200^COUNT_PATH"],
    ];
    for (const [map, Msg] of cases) expect(await set(c, map)).toMatchObject({ Code: 1, Msg });
    expect(await set(c, {}, false)).toMatchObject({ Code: 0 });
  });
});

describe("a narrow count", () => {
  /**
   * Returns messages of a counter with `bits` bits that makes a shot every 10 s. There is one message per `every`
   * shots.
   */
  function run(id: string, bits: number, first: number, total: number, every: number) {
    const turn = 2 ** bits;
    return Array.from({ length: Math.floor(total / every) + 1 }, (_, i) => ({
      id,
      n: (first + i * every) % turn,
      t: iso(noon + i * every * 10_000),
    }));
  }

  it.each([
    { bits: 8, first: 250, total: 3000, every: 100 },
    { bits: 16, first: 65_000, total: 140_000, every: 5000 },
    { bits: 24, first: 2 ** 24 - 50, total: 900, every: 60 },
  ])(
    "of $bits bits counts on over its turns, in any order and with repeats",
    async ({ bits, first, total, every }) => {
      const c = await make("http");
      await set(c, { ...plainMap, COUNT_WIDTH: bits });
      const id = freshCode("n");
      const all = run(id, bits, first, total, every);
      s.clock.now = noon + total * 10_000;
      await send(c, all[0]);
      await adopt(c, id);
      const shuffled = [...all, ...all.filter((_, i) => i % 3 === 0)].sort(
        (a, b) => ((Date.parse(a.t) * 7919) % 104_729) - ((Date.parse(b.t) * 7919) % 104_729),
      );
      for (const message of shuffled) await send(c, message);
      expect(await shotsOf(id)).toBe((all.length - 1) * every);
    },
  );

  it("tells a restart from a turn, and keeps factors exact", async () => {
    const c = await make("http");
    await set(c, { ...plainMap, COUNT_WIDTH: 16, COUNTS_PER_SHOT: 2 });
    const at = (i: number) => iso(noon + i * minute);
    const id = freshCode("r");
    s.clock.now = noon + 60 * minute;
    await send(c, { id, n: 1000, t: at(0) });
    await adopt(c, id);
    // Two counts are one shot. From 1000 to 1020, the device makes 10 shots. The fall from 1020 to 6 is a restart, so
    // the device has made 3 more shots. If the count had passed its maximum of 65535 instead, the device would have
    // made 32,000 shots in a minute.
    await send(c, { id, n: 1020, t: at(1) });
    await send(c, { id, n: 6, t: at(2) });
    expect(await shotsOf(id)).toBe(13);
    expect(await send(c, { id, n: 70_000, t: at(3) })).toMatchObject({
      ReturnData: { reason: "S0602^/n = 70000 > 65535" },
    });
    expect(await set(c, { ...plainMap, COUNT_WIDTH: 8 })).toMatchObject({
      Msg: "S0632^COUNT_WIDTH",
    });
  });
});

describe("ChirpStack", () => {
  const up = (devEui: string, count: number, at: number, more: object = {}) => ({
    deduplicationId: "3ac7e3c4-4401-4b8d-9386-a5c902f9202d",
    time: iso(at),
    deviceInfo: { tenantName: "T", applicationName: "A", deviceName: "D", devEui },
    devAddr: "00189440",
    fCnt: 10,
    fPort: 1,
    data: Buffer.from([0, count & 255, count >> 8]).toString("base64"),
    object: { count },
    rxInfo: [{ gatewayId: "0016c001f153a14c", rssi: -48, snr: 9 }],
    ...more,
  });

  it("books frames with the count, explains log events, and skips other events and ports", async () => {
    const c = await make("chirpstack");
    await set(c, {
      ID_PATH: "/deviceInfo/devEui",
      TIME_PATH: "/time",
      RSSI_PATH: "/rxInfo/0/rssi",
      COUNT_PATH: "/data",
      BYTE_OFFSET: 1,
      BYTE_LENGTH: 2,
      BYTE_ORDER: "little",
      COUNT_WIDTH: 16,
      FRAME_PORT: 1,
    });
    const eui = freshCode("00").slice(0, 14);
    await send(c, up(eui, 300, noon), { query: "?event=up" });
    await adopt(c, eui);
    s.clock.now = noon + 5 * minute;
    expect(await send(c, up(eui, 310, noon + 5 * minute), { query: "?event=up" })).toMatchObject({
      ReturnData: { parts: { booked: 1 } },
    });
    expect(await shotsOf(eui)).toBe(10);
    const [counter] = await t.admin.list("CT101", "Q01");
    expect(counter).toMatchObject({ WRITER_TYPE: "LORA", INT_REPORT: 1, rssi: -48, COUNT_TIMES: 310 });
    const log = {
      time: iso(noon),
      deviceInfo: { devEui: eui },
      level: "WARNING",
      code: "UPLINK_F_CNT_RESET",
      description: "Frame-counter reset or rollover detected",
    };
    expect(await send(c, log, { query: "?event=log" })).toMatchObject({
      ReturnData: { parts: { notice: 1 }, reason: `S0611^${eui}` },
    });
    expect(await devices()).toMatchObject([{ LAST_NOTICE: `S0611^${eui}`, WRITER_ID: eui }]);
    expect(await send(c, up(eui, 320, noon, { fPort: 2 }), { query: "?event=up" })).toMatchObject({
      ReturnData: { parts: { notice: 1 }, reason: "S0613^2" },
    });
    expect(await send(c, { deviceInfo: { devEui: eui } }, { query: "?event=join" })).toMatchObject({
      ReturnData: { reason: "S0609^join" },
    });
    expect(await send(c, up(eui, 1, noon))).toMatchObject({ ReturnData: { reason: "S0600^?event=" } });
  });
});
