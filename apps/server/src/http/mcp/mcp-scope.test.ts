import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { allRights } from "../../tenants/create-tenant.ts";
import { makeTestKey } from "../../testing/api-key.ts";
import { readingAt } from "../../testing/reading.ts";
import { freshCode, noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { tools } from "./tools.ts";

/**
 * Calls every tool as every kind of caller. A tenant has two molds of different companies: mold A of plant P1, maker M1
 * and OEM O1, and mold B of P2, M2 and O2. Each mold has an order, maintenance, warnings and shots. An answer must not
 * contain a word that only the rows of a hidden mold have.
 */
type Headers = Readonly<Record<string, string>>;
type Mold = "A" | "B";

const hour = 3_600_000;
const numberOf = (mold: Mold) => `MOLDNUMBER-${mold}`;
/** Words by which the test recognizes rows of a mold: its number, its name, its order, its counter. */
const wordsOf = (mold: Mold) => [
  numberOf(mold),
  `Moldname ${mold}`,
  `ORDERNUMBER-${mold}`,
  `COUNTER-${mold}`,
];
const molds: readonly Mold[] = ["A", "B"];
const period = { from: "2026-05-01T00:00:00Z", to: "2026-05-21T00:00:00Z" };
/** Arguments that a tool requires in addition to the mold. */
const needed: Readonly<Record<string, object>> = {
  indicator: {
    indicator: "setCount",
    indicatorBy: "mold",
    periodFrom: "2026-05-01",
    periodTo: "2026-05-20",
  },
  output: { outputBy: "mold", outputBucket: "day", ...period },
};

let s: TestServer;
let t: TestTenant;
let foreign: TestTenant;
const open: Client[] = [];

async function fill(mold: Mold, orgs: object): Promise<void> {
  const moldNo = numberOf(mold);
  const added = await t.mold(moldNo, { MOLD_NAME: `Moldname ${mold}`, ...orgs });
  const begin = noon - 96 * hour;
  const counterId = await t.counter(`COUNTER-${mold}`, added, begin);
  const readings = Array.from({ length: 97 }, (_, i) =>
    readingAt(counterId, begin + i * hour, 500 + 100 * i, {
      battery: i > 90 ? 3 : 80,
      lowBattery: i > 90 ? 1 : 0,
    }),
  );
  await s.app.ledger.ingest(t.id, readings);
  for (const MT_TYPE of [1, 2])
    await t.admin.run("rf_AddTask", {
      MT_TYPE,
      MOLD_NO: moldNo,
      MT_SOURCE: 2,
      TASK_REASON: "Ejector sticks",
    });
  const PE_DATE = new Date(noon + 9 * 24 * hour).toISOString();
  const order = { ORDER_ID: `ORDERNUMBER-${mold}`, MOLD_NO: moldNo, ORDER_TIMES: 900, PE_DATE };
  const body = { Type: "insert", MENU_ID: "PO101", TableName: "PRD_ORDER", Data: [order] };
  expect(await t.admin.mitt(body)).toMatchObject({ Code: 0 });
}

beforeAll(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  foreign = await TestTenant.create(s);
  await fill("A", {});
  await fill("B", { SAVE_ADDRESS: "P2", MOLD_MAKE_ID: "M2", ENGINE_ID: "O2" });
}, 300_000);
afterAll(() => Promise.all(open.map((client) => client.close())));

/** Adds a user with all rights, or without a role, and returns the header of its session. */
async function user(scope: "tenant" | "organization" | null, orgId: string | null = null): Promise<Headers> {
  const name = freshCode("u");
  const role = scope === null ? null : name;
  await t.rows(sql`
    insert into role (tenant_id, role_code, role_name, data_scope)
    select ${t.id}, ${name}, 'x', ${scope} where ${role}::text is not null
  `);
  await t.rows(
    sql`insert into role_right select ${t.id}, ${name}, unnest(${role === null ? [] : allRights()}::text[])`,
  );
  await t.rows(sql`
    insert into "user" (tenant_id, user_id, user_name, org_id, role_code)
    values (${t.id}, ${name}, 'x', ${orgId}, ${role})
  `);
  return { [tokenHeader]: await s.app.sessions.open(t.id, name, "PC", false, s.clock.now) };
}

const scopes = ["BS101:Q", "WA100:Q", "MT101:Q", "MT102:Q", "KP101:Q", "PO101:Q", "PO102:Q", "PO104:Q"];
const key = async (o: { orgId?: string; scopes?: readonly string[] } = {}, tenant = t): Promise<Headers> => ({
  ...(await makeTestKey(s.app, tenant.id, { scopes, ...o })).headers,
});
const foreignSession = async (): Promise<Headers> => ({
  [tokenHeader]: await s.app.sessions.open(foreign.id, "admin", "PC", false, s.clock.now),
});

interface Identity {
  readonly headers: () => Promise<Headers>;
  readonly sees: readonly Mold[];
  /** Number of tools that the caller is offered. Default: all. */
  readonly tools?: number;
}

const identities: Readonly<Record<string, Identity>> = {
  "an administrator": {
    headers: async () => ({
      [tokenHeader]: await s.app.sessions.open(t.id, "admin", "PC", false, s.clock.now),
    }),
    sees: molds,
  },
  "a user of the whole tenant": { headers: () => user("tenant"), sees: molds },
  ...Object.fromEntries(
    ["P1", "M1", "O1"].map((org) => [
      `a user of ${org}`,
      { headers: () => user("organization", org), sees: ["A"] as Mold[] },
    ]),
  ),
  ...Object.fromEntries(
    ["P2", "M2", "O2"].map((org) => [
      `a user of ${org}`,
      { headers: () => user("organization", org), sees: ["B"] as Mold[] },
    ]),
  ),
  "a user of an organization role without an organization": { headers: () => user("organization"), sees: [] },
  "a user without a role": { headers: () => user(null), sees: [], tools: 0 },
  "a key of the whole tenant": { headers: () => key(), sees: molds },
  "a key of P1": { headers: () => key({ orgId: "P1" }), sees: ["A"] },
  "a key of O2": { headers: () => key({ orgId: "O2" }), sees: ["B"] },
  "a key for molds only": { headers: () => key({ scopes: ["BS101:Q"] }), sees: molds, tools: 4 },
  "the administrator of another tenant": { headers: foreignSession, sees: [] },
  "a key of another tenant": { headers: () => key({}, foreign), sees: [] },
};

async function connect(headers: Headers): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const viaServer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const answer = await s.http.inject({
      method: request.method as "POST",
      url: "/mcp",
      headers: { ...Object.fromEntries(request.headers), ...headers },
      ...(request.body ? { payload: await request.text() } : {}),
    });
    const sent = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(answer.body || null, { status: answer.statusCode, headers: sent });
  };
  const url = new URL("http://server.test/mcp");
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: viaServer }));
  open.push(client);
  return client;
}

/**
 * Arguments of the calls that the test sends to a tool: none, the number of each mold, and a text that is a part of all
 * mold numbers.
 */
function callsOf(properties: object): object[] {
  if (!("moldNo" in properties)) return [{}];
  return [{}, ...molds.map((m) => ({ moldNo: numberOf(m) })), { moldNo: "MOLDNUMBER" }];
}

/** Returns the text of an answer without the words that the caller has sent itself. */
function answerText(answer: { readonly content: unknown }, sent: object): string {
  const words = Object.values(sent).filter((v): v is string => typeof v === "string" && v.startsWith("MOLD"));
  return words.reduce((text, word) => text.replaceAll(word, "…"), JSON.stringify(answer.content));
}

describe.each(Object.entries(identities))("%s", (_name, { headers, sees, tools: offered = tools.length }) => {
  it("is answered by no tool about a mold outside its scope", async () => {
    const client = await connect(await headers());
    const listed = offered === 0 ? [] : (await client.listTools()).tools;
    expect(listed).toHaveLength(offered);
    let seen = "";
    for (const { name, inputSchema } of listed)
      for (const call of callsOf(inputSchema.properties ?? {})) {
        const answer = await client.callTool({ name, arguments: { ...needed[name], ...call } });
        const hidden = molds.filter((m) => !sees.includes(m));
        const text = answerText(answer, call);
        const leaked = hidden.flatMap(wordsOf).filter((word) => text.includes(word));
        expect({ name, call, leaked }).toEqual({ name, call, leaked: [] });
        // For the caller, a mold outside the scope does not exist: the tool must return no row or a refusal.
        const { moldNo } = call as { moldNo?: string };
        const rows = (answer.structuredContent as { count?: number } | undefined)?.count ?? 0;
        if (hidden.some((m) => numberOf(m) === moldNo))
          expect({ name, call, rows }).toEqual({ name, call, rows: 0 });
        if (!answer.isError) seen += text;
      }
    // Checks that the calls find the rows that the caller may see.
    if (offered > 0)
      for (const mold of sees)
        expect(wordsOf(mold).filter((w) => !seen.includes(w))).toEqual(
          offered < tools.length ? [`ORDERNUMBER-${mold}`] : [],
        );
    // Checks that a tool that is not offered to the caller is refused if the caller calls it anyway.
    const names = new Set(listed.map((tool) => tool.name));
    for (const { name } of tools.filter((tool) => !names.has(tool.name)))
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow();
  });
});

it("the calls are measured as other requests are", async () => {
  const client = await connect(await key());
  await client.callTool({ name: "find_molds", arguments: {} });
  const { body } = await s.http.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
  expect(body).toMatch(/^shotkeeper_http_requests_total\{[^}]*route="\/mcp"[^}]*\} [1-9]/m);
});
