import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { HttpTestServer, reading, type TestTenant } from "./testing/http-test-server.ts";

let server: HttpTestServer;
let a: TestTenant;
let b: TestTenant;

beforeAll(async () => {
  server = await HttpTestServer.start({ mqttPort: undefined });
  a = await server.tenant(3);
  b = await server.tenant();
}, 60_000);
afterAll(() => server.stop());
beforeEach(() => {
  server.ledger.away = false;
});

const report = (header: string | undefined, ...Data: unknown[]) =>
  server.post("/jsq", header, { Type: "report", Data });
const stored = (count: number) => server.ledger.stored.filter((r) => r.count === count).length;
const quarantine = async (tenantId: number, text: string) => {
  const [rows] = await server.app.db.run(tenantId, [
    sql`
      select reason, chip_code, payload
      from quarantine
      where tenant_id = ${tenantId} and payload like ${`%${text}%`}
      order by quarantine_id
    `,
  ]);
  return rows ?? [];
};

describe("POST /jsq report", () => {
  // spec: admin 7.21
  it("accepts readings of a user, a gateway and a counter", async () => {
    for (const [i, header] of [a.token, `Gateway ${a.gateway}`, `Counter ${a.chip}:secret`].entries()) {
      const answer = await report(header, reading(a.chip, 100 + i));
      expect(answer).toMatchObject({
        status: 200,
        Code: 0,
        ReturnData: { accepted: 1, duplicates: 0, quarantined: [], rejected: [] },
      });
      expect(stored(100 + i)).toBe(1);
    }
    expect(await report(a.token, reading(a.chip, 100))).toMatchObject({
      ReturnData: { accepted: 0, duplicates: 1, rejected: [] },
    });
  });

  it("stores the valid readings of a request and quarantines its invalid ones", async () => {
    const answer = await report(
      a.token,
      reading(a.chip, 201),
      null,
      "text",
      { ...reading(a.chip, 202), percentage: 400 },
      reading("nobody-201", 203),
      { COUNT_TIMES: 204 },
      reading(b.chip, 205),
      { ...reading(a.chip, 206), Reader_Id: "<script>alert('mark-206')</script>" },
      { ...reading(a.chip, 207), "'; drop table reading; --": 1 },
      reading("x'; drop table reading; --", 208),
      reading(a.chips[1] ?? "", 209),
    );
    expect(answer).toMatchObject({ status: 200, Code: 0 });
    expect(answer.ReturnData).toEqual({
      accepted: 2,
      duplicates: 0,
      quarantined: [],
      rejected: [
        { index: 1, Msg: "S0200^Data", stored: true },
        { index: 2, Msg: "S0200^Data", stored: true },
        { index: 3, Msg: "S0200^percentage", stored: true },
        { index: 4, Msg: "S0216^nobody-201", stored: true },
        { index: 5, Msg: "S0007^WRITER_IMIE", stored: true },
        { index: 6, Msg: "S0020", stored: false },
        { index: 7, Msg: "S0200^Reader_Id", stored: true },
        { index: 8, Msg: "S0015^'; drop table reading; --", stored: true },
        { index: 9, Msg: "S0200^WRITER_IMIE", stored: true },
      ],
    });
    expect([201, 209, 205].map(stored)).toEqual([1, 1, 0]);
    expect(await quarantine(a.tenantId, "mark-206")).toMatchObject([
      { reason: "malformed", chip_code: a.chip },
    ]);
    expect(await quarantine(a.tenantId, "nobody-201")).toMatchObject([
      { reason: "unknown", chip_code: "nobody-201" },
    ]);
    expect(await quarantine(0, "nobody-201")).toEqual([]);
    expect(await quarantine(b.tenantId, "205")).toEqual([]);
  });

  it("limits the number and length (2,000 characters) of stored invalid readings of one source", async () => {
    const notKept = async () => (await server.app.ingest.tally.notKept.get()).values[0]?.value ?? Number.NaN;
    const before = await notKept();
    await report(b.token, ...Array.from({ length: 500 }, (_, i) => ({ flood: i, text: "x".repeat(5000) })));
    const rows = await quarantine(b.tenantId, "flood");
    expect(rows.length).toBe(200);
    expect(rows.every((r) => String(r.payload).length === 2000)).toBe(true);
    expect((await notKept()) - before).toBe(300);
    await server.app.ingest.refused.counts.flush();
    const [cuts] = await server.app.db.run(b.tenantId, [
      sql`select sender, items from quarantine_cut where tenant_id = ${b.tenantId}`,
    ]);
    expect(cuts).toEqual([{ sender: "user admin", items: 300 }]);
  });

  it("requires authentication", async () => {
    expect(await report(undefined, reading(a.chip, 1))).toMatchObject({ Code: 1, Msg: "S0009" });
    expect(await report("{token}", reading(a.chip, 1))).toMatchObject({ Code: 1, Msg: "S0009" });
    for (const wrong of [
      `${a.tenantId}.${"x".repeat(32)}`,
      `Counter ${a.chip}:wrong`,
      `Counter ${a.chip}`,
      "Counter nobody:secret",
      `Gateway ${a.tenantId}.${"x".repeat(32)}`,
      "Gateway",
      "Bearer x",
    ])
      expect(await report(wrong, reading(a.chip, 1))).toMatchObject({ Code: 1, Msg: "S0010" });
  });

  it("lets a counter send only its own readings, and a gateway only those of its tenant", async () => {
    for (const header of [`Counter ${a.chip}:secret`, `Gateway ${b.gateway}`])
      expect(await report(header, reading(a.chips[1] ?? "", 300))).toMatchObject({
        ReturnData: { accepted: 0, rejected: [{ index: 0, Msg: "S0020" }] },
      });
    expect(stored(300)).toBe(0);
  });

  it("requires the right CT101:M of a user", async () => {
    const { app } = server;
    await app.db.run(a.tenantId, [
      sql`delete from role_right where tenant_id = ${a.tenantId} and authority = 'CT101:M'`,
    ]);
    app.sessions.forget(a.tenantId);
    expect(await report(a.token, reading(a.chip, 301))).toMatchObject({ Code: 1, Msg: "S0020" });
    await app.db.run(a.tenantId, [sql`insert into role_right values (${a.tenantId}, 'admin', 'CT101:M')`]);
    app.sessions.forget(a.tenantId);
    expect(await report(a.token, reading(a.chip, 301))).toMatchObject({ Code: 0 });
  });

  it("answers 503 without the database", async () => {
    server.ledger.away = true;
    const answer = await report(a.token, reading(a.chip, 400));
    expect(answer).toMatchObject({ status: 503, Code: 1, Msg: "S0210", headers: { "retry-after": "2" } });
    server.ledger.away = false;
    expect(await report(a.token, reading(a.chip, 400))).toMatchObject({ ReturnData: { accepted: 1 } });
  });

  it("limits the size of a request", async () => {
    expect(await report(a.token)).toMatchObject({ Msg: "S0007^Data" });
    expect(await server.post("/jsq", a.token, { Type: "report", Data: "x" })).toMatchObject({
      Msg: "S0007^Data",
    });
    expect(await report(a.token, ...new Array(5001).fill({}))).toMatchObject({ Msg: "S0220^5000" });
    const many = Array.from({ length: 5000 }, (_, i) => reading(a.chips[i % 3] ?? "", 10_000 + i));
    expect(await report(a.token, ...many)).toMatchObject({ ReturnData: { accepted: 5000 } });
    const large = `{"Type":"report","Data":["${"x".repeat(10_000_000)}"]}`;
    expect(await server.post("/jsq", a.token, large)).toMatchObject({ status: 413, Code: 1, Msg: "S0205" });
  });

  it("answers malformed requests with a failure envelope", async () => {
    expect(await server.post("/jsq", a.token, "{oops")).toMatchObject({ status: 400, Code: 1, Msg: "S0206" });
    expect(await server.post("/jsq", a.token, '{"Type":"report","__proto__":{"a":1}}')).toMatchObject({
      status: 400,
    });
    for (const body of [{}, { Type: "" }, { Type: 5 }, [], "null"])
      expect(await server.post("/jsq", a.token, body)).toMatchObject({ Code: 1, Msg: "S0008" });
    expect(await server.post("/jsq", a.token, { Type: "Nonsense" })).toMatchObject({ Msg: "S0008^Nonsense" });
  });

  it("refuses a retired counter and quarantines its readings", async () => {
    const chip = a.chips[2] ?? "";
    expect(await report(a.token, reading(chip, 500))).toMatchObject({ ReturnData: { accepted: 1 } });
    const done = await server.post("/mitt", a.token, {
      Type: "update",
      MENU_ID: "CT101",
      TableName: "BS_WRITER",
      Data: [{ WRITER_ID: `W-${chip}`, WRITER_STAT: 2 }],
    });
    expect(done).toMatchObject({ Code: 0 });
    expect(await report(a.token, reading(chip, 501))).toMatchObject({
      ReturnData: { rejected: [{ Msg: "S0217" }] },
    });
    expect(await report(`Counter ${chip}:secret`, reading(chip, 502))).toMatchObject({ Msg: "S0010" });
    expect((await quarantine(a.tenantId, '"COUNT_TIMES":501')).length).toBe(1);
  });
});

describe("POST /jsq queries", () => {
  it("return a counter's row to its tenant and to the counter itself", async () => {
    for (const header of [a.token, `Gateway ${a.gateway}`, `Counter ${a.chip}:secret`])
      expect(await server.post("/jsq", header, { Type: "QueryCounter", WRITER_IMIE: a.chip })).toMatchObject({
        Code: 0,
        ReturnData: { WRITER_IMIE: a.chip, WRITER_ID: `W-${a.chip}` },
      });
    expect(await server.post("/jsq", b.token, { Type: "QueryCounter", WRITER_IMIE: a.chip })).toMatchObject({
      Msg: `S0216^${a.chip}`,
    });
    expect(
      await server.post("/jsq", `Counter ${a.chip}:secret`, {
        Type: "QueryCounter",
        WRITER_IMIE: a.chips[1],
      }),
    ).toMatchObject({ Msg: "S0020" });
  });

  it("return a counter's log in pages", async () => {
    const answer = await server.post("/jsq", `Counter ${a.chip}:secret`, {
      Type: "QueryLog",
      Page: 1,
      Limit: 5,
    });
    expect(answer).toMatchObject({ Code: 0, ReturnData: { list: [], count: 0 } });
    expect(
      await server.post("/jsq", a.token, { Type: "QueryLog", WRITER_IMIE: a.chip, FROM: "soon" }),
    ).toMatchObject({ Code: 1, Msg: "S0200^sendTime" });
  });
});

describe("floods", () => {
  it("slow down a client that guesses secrets, but not the real counter", async () => {
    let last = await report(`Counter ${b.chip}:guess`, reading(b.chip, 1));
    for (let i = 0; i < 15 && last.status === 200; i++)
      last = await report(`Counter ${b.chip}:guess${i}`, reading(b.chip, 1));
    expect(last).toMatchObject({
      status: 429,
      Code: 1,
      headers: { "retry-after": expect.stringMatching(/^\d+$/) },
    });
    const elsewhere = await server.http.inject({
      method: "POST",
      url: "/jsq",
      remoteAddress: "10.1.2.3",
      headers: { authorizations: `Counter ${b.chip}:secret` },
      payload: { Type: "report", Data: [reading(b.chip, 600)] },
    });
    expect(elsewhere.json()).toMatchObject({ Code: 0 });
  });

  it("of log-ins and captchas of one address are limited", async () => {
    const ask = () => server.http.inject({ url: "/captcha", remoteAddress: "10.9.9.9" });
    const statuses = [];
    for (let i = 0; i < 70; i++) statuses.push((await ask()).statusCode);
    expect(statuses.slice(0, 50).every((s) => s === 200)).toBe(true);
    expect(statuses).toContain(429);
  });
});
