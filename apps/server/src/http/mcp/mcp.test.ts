import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTestKey } from "../../testing/api-key.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { buildHttp } from "../server.ts";
import { tools } from "./tools.ts";

let s: TestServer;
let t: TestTenant;
let http: FastifyInstance;
let url: URL;
let admin: TestUser;
const moldNo = "A1";
const open: Client[] = [];
const hour = 3_600_000;

const scopes = ["BS101:Q", "WA100:Q", "MT101:Q", "MT102:Q", "KP101:Q", "PO101:Q", "PO102:Q", "PO104:Q"];

/** Sends hourly readings of four days, the last ones with an empty battery. */
async function report(counterId: number): Promise<void> {
  const begin = noon - 96 * hour;
  await s.app.ledger.ingest(
    t.id,
    Array.from({ length: 97 }, (_, i) =>
      readingAt(counterId, begin + i * hour, 500 + 100 * i, {
        battery: i > 90 ? 3 : 80,
        lowBattery: i > 90 ? 1 : 0,
      }),
    ),
  );
}

beforeAll(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  ({ admin } = t);
  await report(await t.counter("C1", await t.mold("A1", { OPENING_TIMES: 1000 }), noon - 96 * hour));
  await report(
    await t.counter("C2", await t.mold("B1", { SAVE_ADDRESS: "P2", ENGINE_ID: "O2" }), noon - 96 * hour),
  );
  await t.mold("A2");
  await admin.run("rf_CorrectCount", { MOLD_NO: "A1", QTY: 25, REASON: "Counted by hand" });
  for (const MT_TYPE of [1, 2])
    await admin.run("rf_AddTask", { MT_TYPE, MOLD_NO: "A1", MT_SOURCE: 2, TASK_REASON: "Ejector sticks" });
  const order = {
    ORDER_ID: "PO1",
    MOLD_NO: "A1",
    ORDER_TIMES: 900,
    PE_DATE: new Date(noon + 9 * 24 * hour).toISOString(),
  };
  expect(
    await admin.mitt({ Type: "insert", MENU_ID: "PO101", TableName: "PRD_ORDER", Data: [order] }),
  ).toMatchObject({ Code: 0 });
  http = await buildHttp(s.app);
  await http.listen({ port: 0, host: "127.0.0.1" });
  url = new URL(`http://127.0.0.1:${(http.server.address() as AddressInfo).port}/mcp`);
}, 180_000);
afterAll(async () => {
  await Promise.all(open.map((c) => c.close()));
  await http.close();
});

async function connect(headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  open.push(client);
  return client;
}

const withKey = async (o: Partial<Parameters<typeof makeTestKey>[2]> = {}, tenant = t.id) =>
  connect((await makeTestKey(s.app, tenant, { scopes, ...o })).headers);

interface Rows {
  readonly count: number;
  readonly rows: readonly Record<string, unknown>[];
  readonly link: string;
}

/** Calls a tool and returns its answer. The test fails if the tool refuses. */
async function ask<T = Rows>(client: Client, name: string, args: Record<string, unknown> = {}): Promise<T> {
  const answer = await client.callTool({ name, arguments: args });
  expect(answer.isError, JSON.stringify(answer.content)).toBeFalsy();
  return answer.structuredContent as T;
}

describe("ten questions have the figures of the screens", () => {
  let client: Client;
  beforeAll(async () => {
    client = await withKey();
  });
  const page = (menu: string, id: string, more: object = {}) =>
    admin.list(menu, id, { Limit: 20, ...more } as Record<string, unknown>);

  it("which molds are there, and how many shots have they made?", async () => {
    const { rows, count, link } = await ask(client, "find_molds");
    expect(rows.map((r) => r.moldNo)).toEqual(["A1", "A2", "B1"]);
    const shown = await page("BS101", "Q01");
    expect(rows.map((r) => [r.moldNo, r.countTimes])).toEqual(shown.map((r) => [r.MOLD_NO, r.COUNT_TIMES]));
    expect(count).toBeGreaterThanOrEqual(rows.length);
    expect(link).toMatch(/\/#\/basic\/mold$/);
  });

  it("which molds belong to a plant?", async () => {
    const [first] = await page("BS101", "Q01", where("SAVE_ADDRESS_NAME", "", "NEQ"));
    const plantName = String(first?.SAVE_ADDRESS_NAME);
    const { rows, link } = await ask(client, "find_molds", { plantName });
    const shown = await page("BS101", "Q01", where("SAVE_ADDRESS_NAME", plantName, "LIKE"));
    expect(rows.map((r) => r.moldNo)).toEqual(shown.map((r) => r.MOLD_NO));
    expect(decodeURIComponent(link)).toContain(`filter=plantName~LIKE~s${plantName}`);
  });

  it("how is one mold?", async () => {
    const { rows, link } = await ask(client, "mold_card", { moldNo });
    const [shown] = await page("BS101", "Q01", where("MOLD_NO", moldNo));
    expect(rows[0]).toMatchObject({ moldNo, moldName: shown?.MOLD_NAME, countTimes: shown?.COUNT_TIMES });
    expect(link).toMatch(new RegExp(`/#/basic/mold/${moldNo}$`));
  });

  it("why has it this count?", async () => {
    const { answer } = await ask<{ answer: Record<string, unknown> }>(client, "explain_count", { moldNo });
    const shown = await admin.run<Record<string, unknown>>("rf_ExplainCount", { MOLD_NO: moldNo });
    expect([answer.total, answer.opening]).toEqual([shown.TOTAL, shown.OPENING]);
    expect(answer.total).toBe(1000 + 9600 + 25);
    expect(answer.bindings).toHaveLength((shown.BINDINGS as unknown[]).length);
    expect((answer.bindings as Record<string, unknown>[])[0]?.shots).toBe(
      (shown.BINDINGS as Record<string, unknown>[])[0]?.SHOTS,
    );
  });

  it("what happened to it?", async () => {
    const { rows } = await ask(client, "mold_history", { moldNo });
    const shown = await page("BS101", "Q02", where("MOLD_NO", moldNo));
    expect(rows.map((r) => [r.kind, r.at])).toEqual(shown.map((r) => [r.EVENT_KIND, r.EVENT_TIME]));
  });

  it("which warnings are open?", async () => {
    const { rows, count } = await ask(client, "warnings");
    const shown = await page("WA100", "Q01", where("IS_OPEN", "Y"));
    expect(rows.map((r) => r.warningId)).toEqual(shown.map((r) => r.WARNING_ID));
    expect(count).toBe(rows.length);
    expect(rows).toContainEqual(expect.objectContaining({ kind: "battery", isOpen: true, level: "urgent" }));
  });

  it("what maintenance is due?", async () => {
    const { rows } = await ask(client, "daily_maintenance");
    const shown = await page("MT101", "Q01", where("MT_TAB", "today"));
    expect(rows.map((r) => r.taskId)).toEqual(shown.map((r) => r.TASK_ID));
    expect(rows).toHaveLength(1);
    const major = await ask(client, "major_maintenance");
    expect(major.rows.map((r) => r.taskId)).toEqual(
      (await page("MT102", "Q01", where("MT_TAB", "open"))).map((r) => r.TASK_ID),
    );
  });

  it("how well were the plans met?", async () => {
    const period = { periodFrom: "2026-05-01", periodTo: "2026-05-20" };
    const { answer } = await ask<{ answer: { target: number; now: unknown } }>(client, "indicator", {
      indicator: "setCount",
      indicatorBy: "plant",
      ...period,
    });
    const shown = await admin.run<{ TARGET: number; NOW: { VALUE: number | null; PARTS: unknown } }>(
      "rf_Indicator",
      {
        INDICATOR: "setCount",
        GROUP_BY: "plant",
        PERIOD_FROM: period.periodFrom,
        PERIOD_TO: period.periodTo,
      },
    );
    expect(answer.target).toBe(shown.TARGET);
    expect(answer.now).toEqual({ value: shown.NOW.VALUE, parts: shown.NOW.PARTS });
  });

  it("which orders are under way?", async () => {
    const { rows } = await ask(client, "orders", { limit: 200 });
    const shown = await page("PO101", "Q01", { Limit: 200 });
    expect(rows.map((r) => [r.orderId, r.madeShots])).toEqual(shown.map((r) => [r.ORDER_ID, r.MADE_TIMES]));
  });

  it("what is made now, and what was made in a period?", async () => {
    const now = await ask(client, "production_now");
    const shown = await page("PO102", "Q01");
    expect(now.rows.map((r) => [r.moldNo, r.shotsToday])).toEqual(
      shown.map((r) => [r.MOLD_NO, r.SHOTS_TODAY]),
    );
    const period = { from: "2026-05-01T00:00:00Z", to: "2026-05-21T00:00:00Z" };
    const { answer } = await ask<{ answer: Record<string, unknown>[] }>(client, "output", {
      outputBy: "mold",
      outputBucket: "day",
      ...period,
    });
    const cells = await admin.run<Record<string, unknown>[]>("rf_OutputStatistics", {
      GROUP_BY: "mold",
      BUCKET: "day",
      FROM: period.from,
      TO: period.to,
    });
    expect(answer.map((c) => [c.key, c.shots])).toEqual(cells.map((c) => [c.KEY, c.SHOTS]));
  });
});

describe("a caller", () => {
  it("is offered the tools of its rights, all of which only read", async () => {
    const all = (await (await withKey()).listTools()).tools;
    expect(all.map((t) => t.name).sort()).toEqual(tools.map((t) => t.name).sort());
    for (const t of all) expect(t.annotations?.readOnlyHint, t.name).toBe(true);
    const few = await withKey({ scopes: ["WA100:Q"] });
    expect((await few.listTools()).tools.map((t) => t.name)).toEqual(["warnings"]);
    await expect(few.callTool({ name: "find_molds", arguments: {} })).rejects.toThrow(/find_molds/);
  });

  it("of an organization sees its molds only, and other molds do not exist for it", async () => {
    const plant = await withKey({ orgId: "P1" });
    const own = await t.user("P1");
    const { rows, count } = await ask(plant, "find_molds", { limit: 200 });
    const shown = await own.list("BS101", "Q01", { Limit: 200 });
    expect(rows.map((r) => r.moldNo)).toEqual(shown.map((r) => r.MOLD_NO));
    expect(count).toBe(2);
    const other = "B1";
    expect((await ask(plant, "mold_card", { moldNo: other })).count).toBe(0);
    expect((await ask(plant, "mold_history", { moldNo: other })).count).toBe(0);
    expect((await ask(plant, "warnings", { moldNo: other })).count).toBe(0);
    const refused = await plant.callTool({ name: "explain_count", arguments: { moldNo: other } });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^S0\d{3}/) }] });
  });

  it("of another tenant sees nothing of this one", async () => {
    const foreign = await TestTenant.create(s);
    const client = await withKey({}, foreign.id);
    for (const name of ["find_molds", "warnings", "orders", "production_now", "daily_maintenance"])
      expect((await ask(client, name)).count, name).toBe(0);
    expect((await ask(client, "mold_card", { moldNo })).count).toBe(0);
    const refused = await client.callTool({ name: "explain_count", arguments: { moldNo } });
    expect(refused.isError).toBe(true);
  });

  it("may use a session, and is refused with 401 without a proof", async () => {
    const token = await s.app.sessions.open(t.id, "admin", "PC", true, s.clock.now);
    expect((await ask(await connect({ [tokenHeader]: token }), "find_molds")).count).toBeGreaterThan(0);
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(await answer.json()).toEqual({ Code: 1, Msg: "S0009" });
    await expect(connect({ authorization: "Bearer sk_x_1_wrong" })).rejects.toThrow();
  });

  it("that listens for changes is told at once that there are none, and a batch is refused", async () => {
    const { headers } = await makeTestKey(s.app, t.id, { scopes });
    const post = (body: object, more: Record<string, string> = {}) =>
      fetch(url, {
        method: "POST",
        headers: {
          ...headers,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...more,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      });
    const version = "2026-07-28";
    const listen = {
      jsonrpc: "2.0",
      id: 1,
      method: "subscriptions/listen",
      params: {
        notifications: { toolsListChanged: true },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": version,
          "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    };
    const sent = { "mcp-protocol-version": version, "mcp-method": listen.method };
    const text = await (await post(listen, sent)).text();
    expect(text).toContain("notifications/subscriptions/acknowledged");
    expect(text).toContain('"resultType":"complete"');
    const batch = await post([{ jsonrpc: "2.0", id: 1, method: "tools/list" }]);
    expect([batch.status, await batch.json()]).toMatchObject([400, { error: { code: -32600 } }]);
  });

  it("is told which argument is wrong, and how many requests are left", async () => {
    const client = await withKey();
    const wrong = await client.callTool({ name: "find_molds", arguments: { liveState: "sleeping" } });
    expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("liveState") }] });
    const unknown = await client.callTool({ name: "find_molds", arguments: { colour: "red" } });
    expect(unknown.isError).toBe(true);
    const { headers } = await makeTestKey(s.app, t.id, { scopes });
    const answer = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: "{}",
    });
    expect(Number(answer.headers.get("ratelimit-remaining"))).toBeGreaterThan(0);
  });
});
