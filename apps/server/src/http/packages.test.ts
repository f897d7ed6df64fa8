import { crc32, deflateRawSync } from "node:zlib";
import { errors, tokenHeader } from "@shotkeeper/contract/kernel";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Sql, sql } from "../kernel/db/sql.ts";
import { logIn, type TestServer, type TestUser, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { HttpTestServer } from "./testing/http-test-server.ts";

interface Part {
  readonly name: string;
  readonly content?: Buffer;
  readonly size?: number;
  readonly flags?: number;
}

/** Builds a zip archive. Its directory may declare wrong sizes or flags for an entry. */
function zip(...parts: readonly Part[]): Buffer {
  const locals: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const { name, content = Buffer.from("content"), size = content.length, flags = 0 } of parts) {
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crc32(content), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    const local = Buffer.concat([head, Buffer.from(name), packed]);
    locals.push(local);
    list.push(Buffer.concat([entry, Buffer.from(name)]));
    offset += local.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const apk = zip({ name: "AndroidManifest.xml" }, { name: "classes.dex", content: Buffer.alloc(5000, "x") });
const plain = zip({ name: "readme.txt" });

describe("packages", () => {
  let server: HttpTestServer;
  let s: TestServer;
  let t: TestTenant;
  beforeAll(async () => {
    const shared = await withServer();
    server = await HttpTestServer.start({ captchaBypass: "test" });
    s = { app: server.app, http: server.http, clock: shared.clock };
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    s.clock.now = Date.now();
    t = await TestTenant.create(s);
  });

  const token = (user: TestUser, tenant = t) =>
    s.app.sessions.open(tenant.id, user.userId, "PDA", true, Date.now());
  const upload = async (
    kind: string,
    name: string,
    content: Buffer,
    o: { version?: string; user?: TestUser } = {},
  ) => {
    const form = new FormData();
    form.append("VERSION", o.version ?? "1.0.0");
    form.append("file", new Blob([new Uint8Array(content)]), name);
    const request = new Request("http://x/", { method: "POST", body: form });
    const answer = await s.http.inject({
      method: "POST",
      url: `/packages/${kind}`,
      headers: {
        [tokenHeader]: await token(o.user ?? t.admin),
        "content-type": request.headers.get("content-type") ?? "",
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return answer.json() as { Code: number; Msg: string };
  };
  const get = async (path: string, user = t.admin) =>
    s.http.inject({ url: path, headers: { [tokenHeader]: await token(user) } });
  const ids = async () =>
    new Map((await t.admin.list("SYS111", "Q01")).map((r) => [r.VERSION, Number(r.PACKAGE_ID)]));
  const activate = async (version: string) =>
    t.admin.mitt({ Type: "rf_ActivatePackage", InParams: { PACKAGE_ID: (await ids()).get(version) } });

  it("stay on the disk if their row may be stored", async () => {
    const { db } = server.app;
    const run = db.run.bind(db);
    // Simulates a connection that breaks after the row was committed.
    vi.spyOn(db, "run").mockImplementation(async (id, statements, limits) => {
      const done = await run(id, statements, limits);
      const texts = statements.map((one) => (one instanceof Sql ? one.compile() : one).text);
      if (texts.some((text) => text.includes("into client_package"))) throw errors.databaseUnavailable();
      return done;
    });
    expect(await upload("client", "lost.zip", plain)).toMatchObject({ Msg: "S0210" });
    vi.restoreAllMocks();
    await activate("1.0.0");
    expect((await get("/packages/client/file")).rawPayload.equals(plain)).toBe(true);
  });

  // spec: admin 2.70, 8.19, 8.23, 8.34, 8.40
  it("are uploaded, activated, downloaded and rolled back", async () => {
    const reader = await t.user("P1", ["KB101:Q"]);
    expect((await get("/packages/apk", reader)).json()).toMatchObject({ Msg: "S0035" });
    expect(await upload("apk", "app-1.zip", apk)).toMatchObject({ Code: 0, Msg: "S0025" });
    expect((await get("/packages/apk", reader)).json()).toMatchObject({ Msg: "S0035" });
    await upload("apk", "app-2.zip", apk, { version: "2.0.0" });
    await activate("1.0.0");
    expect((await get("/packages/apk?VERSION=1.0.0", reader)).json()).toMatchObject({
      Msg: "S0018",
      ReturnData: { VERSION: "1.0.0", UPGRADE: "N", FILE_SIZE: apk.length },
    });
    await activate("2.0.0");
    const answer = (await get("/packages/apk?VERSION=1.0.0", reader)).json();
    expect(answer).toMatchObject({ Code: 0, Msg: "S0104", ReturnData: { VERSION: "2.0.0", UPGRADE: "Y" } });
    const file = await get(answer.ReturnData.FILE_PATH, reader);
    expect(file.rawPayload.equals(apk)).toBe(true);
    expect(await t.admin.run("rf_RollBackPackage", { PACKAGE_KIND: "apk" })).toEqual({ VERSION: "1.0.0" });
    expect((await get("/packages/apk?VERSION=1.0.0", reader)).json()).toMatchObject({ Msg: "S0018" });
    expect(
      await t.admin.mitt({ Type: "rf_RollBackPackage", InParams: { PACKAGE_KIND: "apk" } }),
    ).toMatchObject({ Msg: "S0212" });
    const remove = (version: string, all: Map<unknown, number>) =>
      t.admin.mitt({
        Type: "delete",
        MENU_ID: "SYS111",
        TableName: "SYS_PACKAGE",
        Data: [{ PACKAGE_ID: all.get(version) }],
      });
    const all = await ids();
    expect(await remove("1.0.0", all)).toMatchObject({ Msg: "S0201^SYS_PACKAGE" });
    expect(await remove("2.0.0", all)).toMatchObject({ Msg: "S0024" });
  });

  it("stay if another request activates them during the deletion", async () => {
    await upload("client", "app.zip", plain);
    const id = (await ids()).get("1.0.0");
    const { db } = server.app;
    const run = db.run.bind(db);
    // Activates the version right after the deletion has read that it is not in use.
    vi.spyOn(db, "run").mockImplementation(async (tenant, statements, limits) => {
      const done = await run(tenant, statements, limits);
      const texts = statements.map((one) => (one instanceof Sql ? one.compile() : one).text);
      if (!texts.some((text) => /select[^;]*in_use[^;]*from client_package/.test(text))) return done;
      vi.restoreAllMocks();
      s.clock.now += 1000;
      expect(await activate("1.0.0")).toMatchObject({ Code: 0 });
      return done;
    });
    const Data = [{ PACKAGE_ID: id }];
    const gone = { Type: "delete", MENU_ID: "SYS111", TableName: "SYS_PACKAGE", Data };
    expect(await t.admin.mitt(gone)).toMatchObject({ Code: 1 });
    vi.restoreAllMocks();
    expect((await ids()).get("1.0.0")).toBe(id);
  });

  // spec: admin 5.18, shop A5.25, A8.3
  it.each([
    ["no archive by name", "app.apk", apk, "S0330"],
    ["no archive by content", "app.zip", Buffer.from("MZ, not an archive"), "S0330"],
    ["one that is cut off", "app.zip", apk.subarray(0, apk.length - 30), "S0332"],
    ["one that is damaged", "app.zip", Buffer.from(apk).fill(0, 60, 70), "S0332"],
    ["one that is encrypted", "app.zip", zip({ name: "a", flags: 1 }), "S0332"],
    ["one that leaves its folder", "app.zip", zip({ name: "../../etc/passwd" }), "S0332"],
    ["one with a full path", "app.zip", zip({ name: "/etc/passwd" }), "S0332"],
    ["one that says it is a bomb", "app.zip", zip({ name: "a", size: 2_000_000_000 }), "S0332"],
    [
      "a bomb that says it is none",
      "app.zip",
      zip({ name: "a", content: Buffer.alloc(9_000_000), size: 10 }),
      "S0332",
    ],
    ["one with nothing in it", "app.zip", zip(), "S0332"],
  ])("are refused: %s", async (_what, name, content, Msg) => {
    expect(await upload("client", name, content)).toEqual({ Code: 1, Msg });
    expect(await t.admin.list("SYS111", "Q01")).toEqual([]);
  });

  // spec: admin 5.19, 8.34, shop A5.26, A8.4
  it("are refused if their content is invalid, or if name or version exist already", async () => {
    expect(await upload("apk", "app.zip", plain)).toEqual({ Code: 1, Msg: "S0035" });
    expect(await upload("client", "app.zip", plain)).toMatchObject({ Code: 0 });
    expect(await upload("client", "app.zip", plain, { version: "2" })).toEqual({ Code: 1, Msg: "S0331" });
    expect(await upload("client", "b.zip", plain)).toEqual({ Code: 1, Msg: "S0029^VERSION" });
    expect(await upload("server", "app.zip", plain)).toMatchObject({ Code: 0 });
    expect(await upload("client", "c.zip", plain, { version: "" })).toEqual({
      Code: 1,
      Msg: "S0007^VERSION",
    });
    expect(await upload("client", "c.zip", plain, { version: "a b" })).toEqual({
      Code: 1,
      Msg: "S0200^VERSION",
    });
    expect(await upload("other", "c.zip", plain)).toMatchObject({ Msg: "S0207" });
  });

  // spec: admin 8.27
  it("belong to one tenant and need rights to upload and activate", async () => {
    await upload("client", "app.zip", plain);
    await activate("1.0.0");
    const other = await TestTenant.create(s);
    const theirs = await s.http.inject({
      url: "/packages/client",
      headers: { [tokenHeader]: await token(other.admin, other) },
    });
    expect(theirs.json()).toMatchObject({ Msg: "S0026" });
    for (const user of [await t.user(null, ["SYS111:Q"]), await t.user("P1")]) {
      expect(await upload("client", "x.zip", plain, { user, version: "9" })).toMatchObject({ Msg: "S0020" });
      expect(
        await user.mitt({ Type: "rf_RollBackPackage", InParams: { PACKAGE_KIND: "client" } }),
      ).toMatchObject({ Msg: "S0020" });
    }
    const nobody = await logIn(s, t.id, (await t.user(null, [])).userId);
    expect((await get("/packages/server", nobody)).json()).toMatchObject({ Msg: "S0020" });
    expect((await s.http.inject({ url: "/packages/client" })).json()).toMatchObject({ Msg: "S0009" });
    const [log] = await t.rows(
      sql`select count(*) as n from system_log where tenant_id = ${t.id} and target = 'SYS_PACKAGE'`,
    );
    expect(log?.n).toBe(2);
  });
});
