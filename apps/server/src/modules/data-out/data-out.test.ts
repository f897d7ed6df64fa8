import { type DatasetName, dataset } from "@shotkeeper/contract/data-out";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import { parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { makeTestKey } from "../../testing/api-key.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { columnsOf, exportRights, rowsOf } from "./datasets.ts";
import { encodeCsv } from "./encode-csv.ts";
import { encodeParquet } from "./encode-parquet.ts";

const hour = 3_600_000;
const names = Object.keys(dataset.values) as DatasetName[];
const range = "from=2026-05-01T00:00:00Z&to=2026-05-21T00:00:00%2B08:00";
const molds = ["A", "B"] as const;

let s: TestServer;
let t: TestTenant;

/** Adds a mold with hourly readings of four days, an order and a task. */
async function fill(mold: (typeof molds)[number], orgs: Record<string, unknown>): Promise<void> {
  const moldNo = `MOLD-${mold}`;
  const counter = await t.counter(`COUNTER-${mold}`, await t.mold(moldNo, orgs), noon - 96 * hour);
  const readings = Array.from({ length: 97 }, (_, i) =>
    readingAt(counter, noon - (96 - i) * hour + i, 900_000 + 100 * i),
  );
  await s.app.ledger.ingest(t.id, readings);
  await t.admin.run("rf_AddTask", { MT_TYPE: 1, MOLD_NO: moldNo, MT_SOURCE: 2, TASK_REASON: 'a "b", c\nd' });
  const order = {
    ORDER_ID: `ORDER-${mold}`,
    MOLD_NO: moldNo,
    ORDER_TIMES: 900,
    PE_DATE: "2026-06-01T00:00:00Z",
  };
  const body = { Type: "insert", MENU_ID: "PO101", TableName: "PRD_ORDER", Data: [order] };
  expect(await t.admin.mitt(body)).toMatchObject({ Code: 0 });
}

beforeAll(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  await fill("A", { MOLD_NAME: "" });
  await fill("B", { SAVE_ADDRESS: "P2", MOLD_MAKE_ID: "M2", ENGINE_ID: "O2" });
}, 300_000);

async function session(tenant: TestTenant, userId: string) {
  return { [tokenHeader]: await s.app.sessions.open(tenant.id, userId, "PC", false, s.clock.now) };
}

async function get(name: string, query: string, headers?: Record<string, string>) {
  const url = `/data/${name}?${query}`;
  return s.http.inject({ url, headers: headers ?? (await session(t, "admin")) });
}

type Row = Record<string, unknown>;

async function parquet(name: DatasetName, headers?: Record<string, string>): Promise<Row[]> {
  const { rawPayload, statusCode } = await get(name, range, headers);
  expect(statusCode).toBe(200);
  const bytes = Uint8Array.from(rawPayload);
  return parquetReadObjects({ file: bytes.buffer });
}

/** Parses CSV without any library, as RFC 4180 describes it. Null: an empty cell without quotes. */
function parseCsv(text: string): (string | null)[][] {
  const cells = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/gy;
  const rows: (string | null)[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(cells)) {
    rows.at(-1)?.push(quoted === undefined ? plain || null : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
  }
  rows.pop();
  return rows;
}

const sum = (rows: readonly Row[], name: string) =>
  rows.reduce((n, r) => n + BigInt(String(r[name] ?? 0)), 0n);

describe("a file", () => {
  it("of readings has each of them with its exact count and time", async () => {
    const rows = await parquet("readings");
    const stored = await t.rows<{ n: number; counts: number }>(sql`
      select count(*)::int as n, sum(count)::bigint as counts from reading where tenant_id = ${t.id}
    `);
    expect([rows.length, sum(rows, "count_times")]).toEqual([stored[0]?.n, BigInt(stored[0]?.counts ?? 0)]);
    expect(rows[1]).toMatchObject({
      writer_id: "COUNTER-A",
      mold_no: "MOLD-A",
      count_times: 900_100n,
      shots: 100n,
      is_late: false,
      quarantine: null,
    });
    expect(rows[1]?.at).toEqual(new Date(noon - 95 * hour + 1));
  });

  it("has the same sums for readings, hours and outputs as the screens", async () => {
    const total = 96n * 100n;
    const a = (rows: readonly Row[]) => rows.filter((r) => r.mold_no === "MOLD-A");
    expect(sum(a(await parquet("readings")), "shots")).toBe(total);
    expect(sum(a(await parquet("hours")), "shots")).toBe(total);
    expect(sum(a(await parquet("outputs")), "shots")).toBe(total);
    const shown = await t.admin.list("PO104", "Q01");
    expect(
      sum(
        shown.filter((r) => r.MOLD_NO === "MOLD-A"),
        "SHOTS",
      ),
    ).toBe(total);
  });

  it.each(names)("of %s has the same values as CSV", async (name) => {
    const { body, headers } = await get(name, `${range}&format=csv`);
    expect(headers["content-type"]).toContain("text/csv");
    const [head = [], ...lines] = parseCsv(body);
    const rows = await parquet(name);
    expect(head).toEqual(columnsOf(name).map((c) => c.name));
    expect(lines.length).toBeGreaterThan(1);
    const text = (value: unknown, csv: string | null) => {
      if (value === null || value === undefined) return null;
      if (!(value instanceof Date)) return String(value);
      return csv?.length === 10 ? value.toISOString().slice(0, 10) : value.toISOString().replace("Z", "000Z");
    };
    const values = rows.map((row) => head.map((column, i) => text(row[column ?? ""], lines[0]?.[i] ?? null)));
    const number = (v: string | null) => (v !== null && /^-?\d+\.\d+$/.test(v) ? String(Number(v)) : v);
    expect(lines.map((line) => line.map(number))).toEqual(values.map((line) => line.map(number)));
  });

  it("keeps texts with quotes, commas and line breaks, and tells an empty text from none", async () => {
    const { body } = await get("tasks", `${range}&format=csv`);
    const [head = [], first = []] = parseCsv(body);
    expect(first[head.indexOf("task_reason")]).toBe('a "b", c\nd');
    const columns = columnsOf("readings").slice(0, 2);
    async function* one() {
      yield [["", null]];
    }
    const parts: Buffer[] = [];
    for await (const part of encodeCsv(columns, one())) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe('writer_id,chip_code\r\n"",\r\n');
  });

  it("keeps all digits of counts and decimals, and the microseconds of times", async () => {
    const field = columnsOf("tasks");
    const columns = ["done_count", "cost", "raised_at"].flatMap((n) => field.filter((c) => c.name === n));
    async function* one() {
      yield [["9223372036854775807", "123456789012.35", "2026-05-20T04:00:00.000001Z"]];
    }
    const parts: Buffer[] = [];
    for await (const part of encodeParquet(columns, one())) parts.push(part);
    const bytes = Uint8Array.from(Buffer.concat(parts));
    const parsers = {
      timestampFromMilliseconds: (x: bigint) => x,
      timestampFromMicroseconds: (x: bigint) => x,
      timestampFromNanoseconds: (x: bigint) => x,
      dateFromDays: (x: number) => x,
      stringFromBytes: String,
      geometryFromBytes: String,
      geographyFromBytes: String,
    };
    const rows = await parquetReadObjects({ file: bytes.buffer, parsers });
    expect(rows).toEqual([
      { done_count: 9223372036854775807n, cost: 123456789012.35, raised_at: 1779249600000001n },
    ]);
  });

  it.each(names)("of %s is the same however few rows a statement reads", async (name) => {
    const ctx = systemCtxOf(t);
    const asked = { from: Date.parse("2026-05-01T00:00:00Z"), to: noon + 24 * hour };
    const all = async (chunk: number) => {
      const rows = rowsOf(
        { ...ctx, who: { ...ctx.who, rights: exportRights } },
        s.app.registry,
        name,
        asked,
        chunk,
      );
      const found = [];
      for await (const part of rows) found.push(...part);
      return found;
    };
    const whole = await all(10_000);
    expect(whole.length).toBeGreaterThan(1);
    expect(await all(1)).toEqual(whole);
    expect(await all(whole.length)).toEqual(whole);
  });

  it("has nothing outside its range, which excludes its end", async () => {
    const at = (ms: number) => new Date(ms).toISOString();
    const count = async (name: DatasetName, from: number, to: number) => {
      const { body } = await get(name, `from=${at(from)}&to=${at(to)}&format=csv`);
      return parseCsv(body).length - 1;
    };
    const first = noon - 96 * hour;
    expect(await count("readings", first, first + 1)).toBe(2);
    expect(await count("readings", first - hour, first)).toBe(0);
    // A day belongs to the range in which it begins, in the tenant's zone.
    const midnight = Date.parse("2026-05-17T00:00:00+08:00");
    expect(await count("outputs", midnight, midnight + hour)).toBe(2);
    expect(await count("outputs", midnight + 1, midnight + 24 * hour)).toBe(0);
  });
});

describe("a caller", () => {
  it.each(names)("of an organization gets only its own %s, by session and by key", async (name) => {
    const user = await t.user("P1");
    const key = await makeTestKey(s.app, t.id, {
      scopes: ["CT102:Q", "PO104:Q", "MT101:Q", "PO101:Q"],
      orgId: "P1",
    });
    for (const headers of [await session(t, user.userId), { ...key.headers }]) {
      const rows = await parquet(name, headers);
      expect(rows.length).toBeGreaterThan(0);
      expect(new Set(rows.map((r) => r.mold_no))).toEqual(new Set(["MOLD-A"]));
    }
    const foreign = await TestTenant.create(s);
    expect(await parquet(name, await session(foreign, "admin"))).toEqual([]);
  });

  it.each(names)("without the right to %s is refused", async (name) => {
    const user = await t.user(null, ["BS101:Q"]);
    expect((await get(name, range, await session(t, user.userId))).json()).toMatchObject({ Msg: "S0020" });
    expect((await s.http.inject({ url: `/data/${name}?${range}` })).json()).toMatchObject({ Code: 1 });
  });

  it.each([
    ["hours?to=2026-05-01T00:00:00Z", "S0007^from"],
    ["hours?from=2026-05-01&to=2026-05-02T00:00:00Z", "S0200^from"],
    ["hours?from=2026-05-02T00:00:00Z&to=2026-05-02T00:00:00Z", "S0200^to"],
    ["hours?from=2026-02-30T00:00:00Z&to=2026-05-02T00:00:00Z", "S0200^from"],
    ["orders?from=0000-01-01T00:00:00Z&to=2026-05-02T00:00:00Z&format=csv", "S0200^from"],
    [`hours?${range}&format=xlsx`, "S0200^format"],
  ])("is told what is wrong with %s", async (path, message) => {
    const answer = await s.http.inject({ url: `/data/${path}`, headers: await session(t, "admin") });
    expect(answer.json()).toMatchObject({ Code: 1, Msg: message });
  });

  it("gets 404 for an unknown dataset", async () => {
    expect((await get("constructor", range)).statusCode).toBe(404);
  });
});
