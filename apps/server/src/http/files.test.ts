import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inventoryLine } from "@shotkeeper/contract/inventory";
import { errors } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Sql, sql } from "../kernel/db/sql.ts";
import type { AnyStatement } from "../kernel/db/tx.ts";
import { safeName, typeOf } from "../kernel/files/file-types.ts";
import { rangeOf } from "./send-file.ts";
import { HttpTestServer, type TestTenant } from "./testing/http-test-server.ts";

let server: HttpTestServer;
let a: TestTenant;
let b: TestTenant;

beforeAll(async () => {
  server = await HttpTestServer.start({ mqttPort: undefined });
  a = await server.tenant();
  b = await server.tenant();
}, 60_000);
afterAll(() => server.stop());

const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(2000, 7)]);

interface Part {
  readonly name: string;
  readonly bytes: Buffer;
  readonly field?: string;
}

async function upload(token: string, parts: readonly Part[], info?: unknown, key?: string) {
  const form = new FormData();
  for (const p of parts) form.append(p.field ?? "files[]", new Blob([new Uint8Array(p.bytes)]), p.name);
  if (info !== undefined) form.append("FileInfo", typeof info === "string" ? info : JSON.stringify(info));
  const request = new Request("http://x/", { method: "POST", body: form });
  const reply = await server.http.inject({
    method: "POST",
    url: "/UploadFiles",
    headers: {
      authorizations: token,
      "content-type": request.headers.get("content-type") ?? "",
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: reply.statusCode, ...(reply.json() as { Code: number; Msg: string; ReturnData?: Row[] }) };
}
const textOf = (s: AnyStatement) => (s instanceof Sql ? s.compile() : s).text;
type Row = Readonly<Record<string, unknown>>;

const get = (token: string | undefined, id: string, headers: Record<string, string> = {}) =>
  server.http.inject({
    url: `/files/${id}`,
    headers: { ...(token ? { authorizations: token } : {}), ...headers },
  });
const filesOf = (t: TestTenant) => {
  const dir = join(server.app.config.dataDir, "files", String(t.tenantId));
  return existsSync(dir) ? readdirSync(dir) : [];
};

describe("uploads", () => {
  it("with an Idempotency-Key are stored once", async () => {
    const before = filesOf(a).length;
    const once = () => upload(a.token, [{ name: "p.png", bytes: png }], undefined, "photo-1");
    const first = await once();
    expect(first).toMatchObject({ Code: 0, ReturnData: [{ FILE_NAME: "p.png" }] });
    expect(await once()).toEqual(first);
    expect(filesOf(a)).toHaveLength(before + 1);
    const other = [{ name: "q.png", bytes: png }];
    expect(await upload(a.token, other, undefined, "photo-1")).toMatchObject({ status: 422, Msg: "S0450" });
    expect(filesOf(a)).toHaveLength(before + 1);
  });

  it.each([undefined, "photo-2"])("stay on the disk if they may be stored (key %s)", async (key) => {
    const before = filesOf(a).length;
    const { db } = server.app;
    const own = { run: db.run.bind(db), tx: db.tx.bind(db) };
    const lost = async <T>(done: Promise<T>): Promise<T> => {
      await done;
      throw errors.databaseUnavailable();
    };
    // Simulates a connection that breaks after the rows were committed.
    if (key) vi.spyOn(db, "tx").mockImplementationOnce((...args) => lost(own.tx(...args)));
    else
      vi.spyOn(db, "run").mockImplementation((id, statements, limits) => {
        const done = own.run(id, statements, limits);
        const isInsert = statements.some((s) => /insert into file_info/.test(textOf(s)));
        return isInsert ? lost(done) : done;
      });
    const once = () => upload(a.token, [{ name: "r.png", bytes: png }], undefined, key);
    expect(await once()).toMatchObject({ status: 503, Msg: "S0210" });
    vi.restoreAllMocks();
    expect(filesOf(a)).toHaveLength(before + 1);
    if (!key) return;
    const id = String((await once()).ReturnData?.[0]?.ID);
    expect((await get(a.token, id)).rawPayload.equals(png)).toBe(true);
    expect(filesOf(a)).toHaveLength(before + 1);
  });

  // spec: shop A7.36, A7.38
  it("are stored with their owner and served", async () => {
    await server.app.db.run(a.tenantId, [
      sql`insert into parameter (tenant_id, prm_id, prm_value) values (${a.tenantId}, 'M1', '1')`,
    ]);
    const answer = await upload(
      a.token,
      [
        { name: "照片.png", bytes: png },
        { name: "list.csv", bytes: Buffer.from("a,b\n1,二\n") },
      ],
      { OT_TB: "SYS_PRM", OT_ID1: "M1", OT_ID2: "PHOTO" },
    );
    expect(answer).toMatchObject({ status: 200, Code: 0, Msg: "S0025" });
    expect(answer.ReturnData?.[0]).toMatchObject({
      FILE_NAME: "照片.png",
      FILE_SIZE: png.length,
      OT_TB: "SYS_PRM",
      OT_ID1: "M1",
      OT_ID2: "PHOTO",
      FILE_CODE: createHash("sha256").update(png).digest("hex"),
    });
    const id = String(answer.ReturnData?.[0]?.ID);
    const file = await get(a.token, id);
    expect(file.statusCode).toBe(200);
    expect(file.rawPayload.equals(png)).toBe(true);
    expect(file.headers).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
      "content-disposition": `inline; filename*=UTF-8''${encodeURIComponent("照片.png")}`,
    });
    expect((await get(a.token, id, { "if-none-match": String(file.headers.etag) })).statusCode).toBe(304);
    const csv = await get(a.token, String(answer.ReturnData?.[1]?.ID));
    expect(csv.headers["content-disposition"]).toMatch(/^attachment/);
  });

  it("are served in ranges", async () => {
    const answer = await upload(a.token, [{ name: "a.png", bytes: png, field: "file" }]);
    const id = String(answer.ReturnData?.[0]?.ID);
    const part = await get(a.token, id, { range: "bytes=8-15" });
    expect(part.statusCode).toBe(206);
    expect(part.headers["content-range"]).toBe(`bytes 8-15/${png.length}`);
    expect(part.rawPayload.equals(png.subarray(8, 16))).toBe(true);
    expect((await get(a.token, id, { range: `bytes=${png.length}-` })).statusCode).toBe(416);
  });

  it.each([
    ["page.html", Buffer.from("<!doctype html><script>1</script>")],
    ["photo.png", Buffer.from("<!doctype html><script>1</script>")],
    ["photo.svg", Buffer.from("<svg onload='alert(1)'/>")],
    ["tool.exe", Buffer.from("MZ\u0000\u0000")],
    ["photo.png.exe", png],
    ["photo", png],
    ["text.txt", Buffer.from([65, 0, 66])],
    ["late.txt", Buffer.concat([Buffer.alloc(100_000, 65), Buffer.from([0])])],
    ["table.xlsx", Buffer.from("PK\u0003\u0004 not a workbook, but long enough for a header of an entry")],
    ["empty.png", Buffer.alloc(0)],
  ])("refuses %s", async (name, bytes) => {
    const before = filesOf(a).length;
    // A request with an invalid file is refused as a whole, so its valid file is not stored either.
    expect(
      await upload(a.token, [
        { name: "good.png", bytes: png },
        { name, bytes },
      ]),
    ).toMatchObject({ status: 200, Code: 1, Msg: "S0221" });
    expect(filesOf(a).length).toBe(before);
  });

  it("refuses too many files, too large files, no files and other content types", async () => {
    const eleven = Array.from({ length: 11 }, () => ({ name: "a.png", bytes: png }));
    expect(await upload(a.token, eleven)).toMatchObject({ status: 413, Code: 1, Msg: "S0205" });
    const large = { name: "a.png", bytes: Buffer.concat([png, Buffer.alloc(50 * 1024 * 1024)]) };
    expect(await upload(a.token, [large])).toMatchObject({ status: 413, Code: 1, Msg: "S0205" });
    expect(await upload(a.token, [], {})).toMatchObject({ Code: 1, Msg: "S0007^file" });
    expect(await upload(a.token, [{ name: "a.png", bytes: png, field: "other" }])).toMatchObject({ Code: 1 });
    expect(await server.post("/UploadFiles", a.token, {})).toMatchObject({ status: 415, Msg: "S0208" });
    expect(await upload("", [{ name: "a.png", bytes: png }])).toMatchObject({ Code: 1, Msg: "S0009" });
    expect(filesOf(a).every((f) => !f.endsWith(".part"))).toBe(true);
  });

  // spec: admin 8.13
  it("checks the owner of the files", async () => {
    const one = [{ name: "a.png", bytes: png }];
    expect(await upload(a.token, one, "{nonsense")).toMatchObject({ Code: 1, Msg: "S0200^FileInfo" });
    expect(await upload(a.token, one, { OT_TB: "NO_TABLE" })).toMatchObject({ Msg: "S0014^NO_TABLE" });
    expect(await upload(a.token, one, { OT_TB: "BS_MOLD", OT_ID1: "<script>" })).toMatchObject({
      Msg: "S0019",
    });
    // The server accepts a file for a row that does not exist yet only if the form of the row's table takes files.
    expect(await upload(a.token, one, { OT_TB: "BS_MOLD", OT_ID1: "NEW" })).toMatchObject({ Msg: "S0020" });
    expect(await upload(a.token, one, { OT_TB: "BS_MOLD" })).toMatchObject({ Msg: "S0020" });
    const longest = "L".repeat(inventoryLine.fields.lineId.length ?? 0);
    for (const OT_ID1 of ["NEW", longest])
      expect(await upload(a.token, one, { OT_TB: "INVENTORY_DT", OT_ID1 })).toMatchObject({ Code: 0 });
  });

  it("refuses other tenants, other users and callers without a log-in", async () => {
    const { app } = server;
    await app.db.run(a.tenantId, [
      sql`insert into parameter (tenant_id, prm_id, prm_value) values (${a.tenantId}, 'P1', '1')`,
    ]);
    const answer = await upload(a.token, [{ name: "a.png", bytes: png }], { OT_TB: "SYS_PRM", OT_ID1: "P1" });
    const id = String(answer.ReturnData?.[0]?.ID);
    expect((await get(b.token, id)).statusCode).toBe(404);
    // The shop of this tenant is closed. The request names the tenant, because the server would otherwise choose the
    // open shop of another test.
    const visit = await server.http.inject({ url: `/files/${id}?tenant=${a.code}` });
    expect(visit.json()).toMatchObject({ Code: 1, Msg: "S0009" });
    await app.db.run(a.tenantId, [
      sql`
        insert into role (tenant_id, role_code, role_name, data_scope)
        values (${a.tenantId}, 'none', 'none', 'tenant')
      `,
      sql`
        insert into "user" (tenant_id, user_id, user_name, status, role_code)
        values (${a.tenantId}, 'guest', 'guest', 0, 'none')
      `,
    ]);
    const guest = await app.sessions.open(a.tenantId, "guest", "PC", false, app.now());
    expect((await get(guest, id)).statusCode).toBe(403);
    await app.db.run(a.tenantId, [
      sql`insert into role_right values (${a.tenantId}, 'none', ${`${menus.parameter}:Q`})`,
    ]);
    app.sessions.forget(a.tenantId);
    expect((await get(guest, id)).statusCode).toBe(200);
  });

  it("refuses ids that leave the directory", async () => {
    for (const path of ["..%2f..%2fetc%2fpasswd", "%2e%2e%2fpasswd", "....//x", "a%00b", ".", "x"])
      expect((await get(a.token, path)).statusCode).toBe(404);
    const odd = await upload(a.token, [{ name: "../../evil.png", bytes: png }]);
    expect(odd.ReturnData?.[0]).toMatchObject({ FILE_NAME: "evil.png" });
  });
});

describe("helpers", () => {
  it("sanitizes file names", () => {
    expect(safeName("C:\\x\\photo.png")).toBe("photo.png");
    expect(safeName('a<b>"c.png')).toBe("a_b__c.png");
    expect(safeName(`${"x".repeat(300)}.png`)).toHaveLength(200);
    expect(safeName(`${"x".repeat(300)}.png`)).toMatch(/\.png$/);
    expect(safeName("gpj\u202exe.png")).toBe("gpj_xe.png");
  });

  it("detects types by content and name", () => {
    expect(typeOf(png, "a.PNG")?.mediaType).toBe("image/png");
    expect(typeOf(png, "a.jpg")).toBeUndefined();
    expect(typeOf(Buffer.from("%PDF-1.7"), "a.pdf")?.inline).toBe(true);
    const archive = (first: string) => {
      const head = Buffer.alloc(30 + first.length);
      head.write("PK\u0003\u0004", "latin1");
      head.writeUInt16LE(first.length, 26);
      head.write(first, 30, "latin1");
      return head;
    };
    expect(typeOf(archive("word/document.xml"), "a.docx")?.inline).toBe(false);
    expect(typeOf(archive("xl/workbook.xml"), "a.docx")).toBeUndefined();
    expect(typeOf(archive("xl/workbook.xml"), "a.xlsx")?.extensions).toEqual(["xlsx"]);
  });

  it.each([
    ["bytes=0-0", { start: 0, end: 0 }],
    ["bytes=5-", { start: 5, end: 9 }],
    ["bytes=-3", { start: 7, end: 9 }],
    ["bytes=0-99", { start: 0, end: 9 }],
    ["bytes=9-5", "unsatisfiable"],
    ["bytes=10-", "unsatisfiable"],
    ["bytes=-", null],
    ["bytes=0-1,3-4", null],
    ["lines=1-2", null],
    [undefined, null],
  ])("reads %s", (header, range) => {
    expect(rangeOf(header, 10)).toEqual(range);
  });
});
