import { type ClientRequest, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { logEntry } from "../kernel/log.ts";
import { usualTenantLimits } from "../kernel/tenant-limits.ts";
import { HttpTestServer, type TestTenant } from "./testing/http-test-server.ts";

const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(400_000, 7)]);

let server: HttpTestServer;
let a: TestTenant;
let b: TestTenant;
beforeAll(async () => {
  const tenantLimits = {
    ...usualTenantLimits,
    requestsPerSecond: 2,
    userStreams: 3,
    tenantStreams: 5,
    exports: 2,
    storageMb: 1,
  };
  server = await HttpTestServer.start({ mqttPort: undefined, tenantLimits });
}, 60_000);
afterAll(() => server.stop());
beforeEach(async () => {
  a = await server.tenant();
  b = await server.tenant();
});

const ask = (token: string) => server.post("/mitt", token, { Type: "rf_GetSoftInfo", InParams: {} });

describe("requests of a tenant", () => {
  it("are refused above the limit, and those of another tenant are not", async () => {
    const codes: string[] = [];
    for (let i = 0; i < 30; i++) codes.push((await ask(a.token)).Msg);
    expect(codes.slice(0, 20)).not.toContain("S0204^1");
    expect(codes.at(-1)).toBe("S0204^1");
    expect(await ask(a.token)).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
    expect(await ask(b.token)).toMatchObject({ status: 200, Code: 0 });
  });

  it("are not limited by visitors without a log-in", async () => {
    const visit = () =>
      server.post("/mitt", undefined, { Type: "QueryByID", MENU_ID: "SP101", QueryID: "Q01" });
    for (let i = 0; i < 40; i++) await visit();
    expect(await ask(a.token)).toMatchObject({ status: 200 });
  });
});

describe("event streams", () => {
  let port = 0;
  const open: ClientRequest[] = [];
  beforeAll(async () => {
    await server.http.listen({ host: "127.0.0.1", port: 0 });
    ({ port } = server.http.server.address() as AddressInfo);
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.destroy();
  });
  const listen = (authorizations: string) =>
    new Promise<number>((resolve, reject) => {
      const stream = httpRequest({ host: "127.0.0.1", port, path: "/events", headers: { authorizations } });
      stream.on("response", (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      stream.on("error", reject);
      stream.end();
      open.push(stream);
    });
  const sessionOf = async (t: TestTenant, userId: string, at = Date.now()) => {
    await server.app.db.run(t.tenantId, [
      sql`insert into "user" (tenant_id, user_id, user_name) values (${t.tenantId}, ${userId}, ${userId})`,
    ]);
    return server.app.sessions.open(t.tenantId, userId, "PC", false, at);
  };

  it("are limited for each user and for each tenant, and free again when they end", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push(await listen(a.token));
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const second = await sessionOf(a, "second");
    expect([await listen(second), await listen(second), await listen(second)]).toEqual([200, 200, 429]);
    expect(await listen(b.token)).toBe(200);
    expect(server.app.events.size).toBe(6);
    open[0]?.destroy();
    await expect.poll(() => server.app.events.size).toBe(5);
    expect(await listen(second)).toBe(200);
  });

  it("leave the renewal of the token to requests whose answer carries the new one", async () => {
    const token = await sessionOf(b, "listener", Date.now() - 2 * 3_600_000);
    const find = vi.spyOn(server.app.sessions, "find");
    expect(await listen(token)).toBe(200);
    server.app.events.emit(b.tenantId, { type: "session" });
    await expect.poll(() => find.mock.calls.length, { timeout: 5000 }).toBe(2);
    await Promise.all(find.mock.results.map(({ value }) => value));
    const [stored] = await server.app.db.run(b.tenantId, [
      sql`select superseded from session where tenant_id = ${b.tenantId} and user_id = 'listener'`,
    ]);
    expect(stored).toEqual([{ superseded: false }]);
    const answer = await server.post("/mitt", token, { Type: "rf_MySessions" });
    expect(answer).toMatchObject({ status: 200, ReturnData: [{ IS_CURRENT: "Y" }] });
    expect(answer.headers).toHaveProperty("authorizations");
  });
});

describe("the storage of a tenant", () => {
  const upload = async (token: string, files: number, path = "/UploadFiles") => {
    const form = new FormData();
    for (let i = 0; i < files; i++) form.append("files[]", new Blob([new Uint8Array(png)]), `p${i}.png`);
    const request = new Request("http://x/", { method: "POST", body: form });
    const reply = await server.http.inject({
      method: "POST",
      url: path,
      headers: { authorizations: token, "content-type": request.headers.get("content-type") ?? "" },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return (reply.json() as { Msg: string }).Msg;
  };
  const files = (t: TestTenant) =>
    server.app.db.run(t.tenantId, [
      sql<{ n: number }>`select count(*) as n from file_info where tenant_id = ${t.tenantId}`,
    ]);

  it("is limited, and a refused upload leaves nothing behind", async () => {
    expect(await upload(a.token, 2)).toBe("S0025");
    expect(await upload(a.token, 1)).toBe("S0380^1");
    expect(await upload(b.token, 3)).toBe("S0380^1");
    expect(await upload(b.token, 1)).toBe("S0025");
    expect((await files(b))[0][0]?.n).toBe(1);
  });

  it("is shared by uploads at the same time", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(a.token, 1)));
    expect(answers.filter((msg) => msg === "S0025")).toHaveLength(2);
    expect((await files(a))[0][0]?.n).toBe(2);
  });

  it("can be set for one tenant, and the tenant's screen shows it", async () => {
    await server.app.db.run(a.tenantId, [
      sql`update tenant set storage_mb = 2 where tenant_id = ${a.tenantId}`,
    ]);
    expect(await upload(a.token, 4)).toBe("S0025");
    const page = { Type: "QueryByID", MENU_ID: "SYS109", QueryID: "Q01" };
    const { ReturnData } = await server.post("/mitt", a.token, page);
    expect(ReturnData).toMatchObject({ list: [{ STORAGE_MB: 2, STORAGE_USED: 2 }] });
    expect((await server.post("/mitt", b.token, page)).ReturnData).toMatchObject({
      list: [{ STORAGE_MB: usualTenantLimits.storageMb, STORAGE_USED: 0 }],
    });
  });
});

it("runs few exports of a tenant at once, and refuses too many that wait", async () => {
  await server.app.db.run(a.tenantId, [
    logEntry({ tenantId: a.tenantId, at: 0, userId: "x", action: "update", target: "T", key: "K" }),
  ]);
  const [first, second] = [
    await server.app.limits.exports.enter(a.tenantId),
    await server.app.limits.exports.enter(a.tenantId),
  ];
  const page = { Type: "QueryByID", MENU_ID: "SYS107", QueryID: "Q01", Limit: 100_000 };
  let isAnswered = false;
  const waiting = server.post("/mitt", a.token, page).then((answer) => {
    isAnswered = true;
    return answer;
  });
  expect(await server.post("/mitt", a.token, { ...page, Limit: 20 })).toMatchObject({ Code: 0 });
  expect(await server.post("/mitt", b.token, page)).toMatchObject({ Code: 0 });
  expect(isAnswered).toBe(false);
  first();
  expect(await waiting).toMatchObject({ Code: 0 });
  second();
});
