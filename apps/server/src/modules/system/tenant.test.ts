import { generateKeyPairSync } from "node:crypto";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import type { LicenceFacts } from "@shotkeeper/contract/system";
import type { FastifyInstance } from "fastify";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildHttp } from "../../http/server.ts";
import { sql } from "../../kernel/db/sql.ts";
import { demoPrivateKey, signLicence } from "../../licence/licence.ts";
import { makeApp } from "../../make-app.ts";
import { logIn, noon, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const minute = 60_000;

describe("tenant information and licence", () => {
  let s: TestServer;
  let t: TestTenant;
  let http: FastifyInstance;
  beforeAll(async () => {
    // Starts a second server on the same database, with a public key for licences of its own, so that the test can sign
    // licences.
    const shared = await withServer();
    const licencePublicKey = publicKey.export({ type: "spki", format: "pem" }) as string;
    const app = makeApp({ ...shared.app.config, licencePublicKey }, shared.app.db, () => shared.clock.now);
    http = await buildHttp(app);
    s = { app, http, clock: shared.clock };
  });
  beforeEach(async () => {
    await withServer();
    t = await TestTenant.create(s);
  });

  const info = () => t.admin.run<{ AU_ID: string }>("rf_GetSoftInfo");
  const licence = async (more: Partial<LicenceFacts> = {}, key = privateKey) =>
    signLicence(
      {
        auId: (await info()).AU_ID,
        aimTenant: t.code,
        custName: "Acme",
        dueDate: "2026-06-10",
        validityControl: true,
        pcCount: 0,
        pdaCount: 0,
        issuedAt: new Date(s.clock.now).toISOString(),
        ...more,
      },
      key,
    );
  const load = (text: string, user: TestUser = t.admin) =>
    user.mitt({ Type: "rf_LoadLicence", InParams: { LICENCE_FILE: text } });
  const enter = async (USER_ID: string, DEV_TYPE = "PC") =>
    (
      await http.inject({
        method: "POST",
        url: "/login",
        payload: {
          TENANT_ID: t.code,
          USER_ID,
          PASSWORD: "secret-of-a-test",
          CAPTCHA_ID: "x",
          CAPTCHA: "test",
          DEV_TYPE,
        },
      })
    ).json() as { Code: number; Msg: string; ReturnData: { token: string } };
  const call = async (token: string, body: Record<string, unknown>) =>
    (
      await http.inject({ method: "POST", url: "/mitt", headers: { [tokenHeader]: token }, payload: body })
    ).json();
  /** Adds users with the password of the administrator. */
  const people = (...ids: string[]) =>
    t.rows(
      sql`
        insert into "user" (tenant_id, user_id, user_name, role_code, password_hash)
        select
          ${t.id}, x, x, 'admin',
          (select password_hash from "user" where tenant_id = ${t.id} and user_id = 'admin')
        from unnest(${ids}::text[]) x
      `,
    );
  const save = (user: TestUser, data: Record<string, unknown>) =>
    user.mitt({ Type: "update", MENU_ID: "SYS109", TableName: "SYS_TENANT", Data: [data] });

  // spec: admin 2.64, 7.12
  it("is changed by its administrator, except for the licence's values", async () => {
    expect(
      await save(t.admin, {
        TENANT_ID: t.code,
        CUST_NAME: "Acme",
        FULL_NAME: "Acme Molds Ltd",
        SYS_NAME: "Acme counters",
        playTime: 45,
      }),
    ).toMatchObject({ Msg: "S0023" });
    for (const own of [{ PC_COUNT: 999 }, { DUE_DATE: "2099-01-01" }, { AU_ID: "SK-MINE" }])
      expect(await save(t.admin, { TENANT_ID: t.code, ...own })).toMatchObject({
        Msg: `S0231^${Object.keys(own)[0]}`,
      });
    const [row] = await t.admin.list("SYS109", "Q01");
    expect(row).toMatchObject({
      CUST_NAME: "Acme",
      FULL_NAME: "Acme Molds Ltd",
      SYS_NAME: "Acme counters",
      playTime: 45,
      PC_COUNT: 0,
      DUE_DATE: null,
    });
    expect(row?.AU_ID).toMatch(/^SK-[0-9A-F-]{18}$/);
    expect(await info()).toMatchObject({
      SYS_NAME: "Acme counters",
      playTime: 45,
      V_T: "N",
      DAYS_LEFT: null,
    });
  });

  // spec: admin 5.16
  it.each([
    [{ CUST_NAME: "" }, "S0007^CUST_NAME"],
    [{ SYS_NAME: "" }, "S0007^SYS_NAME"],
    [{ FULL_NAME: "" }, "S0007^FULL_NAME"],
    [{ playTime: 1 }, "S0200^playTime"],
    [{ LOGO: "/files/nothing" }, "S0200^LOGO"],
  ])("is refused with %o", async (wrong, Msg) => {
    expect(await save(t.admin, { TENANT_ID: t.code, ...wrong })).toEqual({ Code: 1, Msg });
  });

  it("belongs to one tenant; changes need the right and tenant scope", async () => {
    const other = await TestTenant.create(s);
    expect(await save(other.admin, { TENANT_ID: t.code, SYS_NAME: "x" })).toMatchObject({ Msg: "S0017" });
    expect(await other.admin.list("SYS109", "Q01", where("TENANT_ID", t.code))).toEqual([]);
    const text = await licence();
    for (const user of [await t.user(null, ["SYS109:Q"]), await t.user("P1")]) {
      expect(await save(user, { TENANT_ID: t.code, SYS_NAME: "x" })).toMatchObject({ Msg: "S0020" });
      expect(await load(text, user)).toMatchObject({ Msg: "S0020" });
    }
    await expect(
      s.app.db.run(other.id, [sql`update tenant set sys_name = 'x' where tenant_id = ${t.id} returning 1`]),
    ).resolves.toEqual([[]]);
  });

  // spec: admin 3.42, 3.45, 8.5, 8.18, 8.24, 8.29, 8.31
  it("loads only a licence that is signed for this tenant", async () => {
    expect(await load(await licence({ auId: "SK-OTHER" }))).toMatchObject({ Msg: "S0030" });
    expect(await load(await licence({ pcCount: -5 }))).toMatchObject({ Msg: "S0013" });
    expect(await load(await licence({}, demoPrivateKey))).toMatchObject({ Msg: "S0032" });
    expect(await load("not a licence")).toMatchObject({ Msg: "S0032" });
    expect(await load(await licence({ dueDate: "2026-05-19" }))).toMatchObject({ Msg: "S0005" });
    expect(await info()).toMatchObject({ DUE_DATE: null });
    const loaded = await load(await licence({ pcCount: 7, pdaCount: 3 }));
    expect(loaded).toMatchObject({ Msg: "S0012" });
    expect(Object.entries(loaded.ReturnData as object)).toEqual([
      ["AU_ID", (await info()).AU_ID],
      ["AimTenant", t.code],
      ["CUST_NAME", "Acme"],
      ["DUE_DATE", "2026-06-10"],
      ["V_T", "Y"],
      ["PC_COUNT", 7],
      ["PDA_COUNT", 3],
      ["ISSUED_AT", new Date(s.clock.now).toISOString()],
    ]);
    expect(await info()).toMatchObject({
      DUE_DATE: "2026-06-10",
      V_T: "Y",
      PC_COUNT: 7,
      PDA_COUNT: 3,
      DAYS_LEFT: 22,
      AimTenant: t.code,
    });
    expect(await t.admin.list("SYS109", "Q02")).toMatchObject([{ LICENSEE: "Acme", PC_COUNT: 7 }]);
    expect(await t.admin.list("SYS107", "Q01", where("ACTION", "licence"))).toHaveLength(1);
  });

  it("refuses a licence if the operator has configured no public key", async () => {
    const bare = await withServer();
    const user = await logIn(bare, t.id, "admin");
    expect(await load(await licence(), user)).toMatchObject({ Msg: "S0214^LICENCE_PUBLIC_KEY" });
  });

  // spec: admin 8.5
  it("ends log-ins and sessions after the due date", async () => {
    await people("li");
    await load(await licence({ dueDate: "2026-05-20" }));
    const reader = await t.user(null, ["KB101:Q"]);
    s.clock.now = Date.parse("2026-05-20T15:59:00Z"); // 23:59 in Shanghai
    expect(await enter("li")).toMatchObject({ Msg: "S0006" });
    s.clock.now = Date.parse("2026-05-20T16:01:00Z");
    expect(await enter("li")).toMatchObject({ Msg: "S0005" });
    // After the due date, all sessions end except those of users who may load the next licence.
    expect(await reader.mitt({ Type: "rf_GetSoftInfo" })).toMatchObject({ Msg: "S0010" });
    expect(await info()).toMatchObject({ DAYS_LEFT: -1 });
    await load(await licence({ dueDate: "2026-08-01" }));
    expect(await enter("li")).toMatchObject({ Msg: "S0006" });
  });

  it("ignores the due date if validity is not enforced", async () => {
    await people("li");
    await load(await licence({ dueDate: "2026-05-01", validityControl: false }));
    expect(await enter("li")).toMatchObject({ Msg: "S0006" });
  });

  // spec: admin 6.6
  it("admits two of three concurrent log-ins if two seats are free, for each kind of device", async () => {
    await people("a", "b", "c");
    await load(await licence({ pcCount: 3, pdaCount: 2 }));
    // The administrator already uses one of the three PC seats.
    for (const device of ["PC", "PDA"]) {
      const answers = await Promise.all(["a", "b", "c"].map((u) => enter(u, device)));
      expect(answers.map((a) => a.Msg).sort(), device).toEqual(["S0006", "S0006", "S0020"]);
    }
    expect(await t.admin.list("SYS109", "Q01")).toMatchObject([{ PC_USED: 3, PDA_USED: 2 }]);
    expect(await t.admin.list("SYS109", "Q03")).toHaveLength(5);
  });

  it("frees a seat after a log-out, a forced log-out, an expiry and a long idle time", async () => {
    await people("a", "b");
    await load(await licence({ pcCount: 2, dueDate: "2026-12-31" }));
    const first = await enter("a");
    expect(await enter("b")).toMatchObject({ Msg: "S0020" });
    await call(first.ReturnData.token, { Type: "rf_LogOut", InParams: {} });
    expect(await enter("b")).toMatchObject({ Msg: "S0006" });
    await t.admin.run("rf_ForceOut", { USER_ID: "b" });
    const again = await enter("a");
    expect(again).toMatchObject({ Msg: "S0006" });
    // A session that is used regularly keeps its seat for longer than the idle limit.
    for (let i = 0; i < 6; i++) {
      s.clock.now += 10 * minute;
      expect(await call(again.ReturnData.token, { Type: "rf_GetSoftInfo" })).toMatchObject({ Code: 0 });
      await info();
    }
    expect(await enter("b")).toMatchObject({ Msg: "S0020" });
    // After the idle limit, another user takes the seat of an idle session. The idle session cannot get the seat
    // back.
    s.clock.now += 29 * minute;
    await info();
    s.clock.now += 2 * minute;
    const taker = await enter("b");
    expect(taker).toMatchObject({ Msg: "S0006" });
    expect(await call(again.ReturnData.token, { Type: "rf_GetSoftInfo" })).toMatchObject({ Msg: "S0010" });
    expect(await call(taker.ReturnData.token, { Type: "rf_GetSoftInfo" })).toMatchObject({ Code: 0 });
  });

  it("counts a session only once after its token was renewed", async () => {
    await people("a", "b");
    await load(await licence({ pcCount: 2, dueDate: "2026-12-31" }));
    for (let i = 0; i < 7; i++) {
      s.clock.now += 10 * minute;
      await info();
    }
    expect(await t.admin.list("SYS109", "Q01")).toMatchObject([{ PC_USED: 1 }]);
    expect(await enter("a")).toMatchObject({ Msg: "S0006" });
    expect(s.clock.now).toBe(noon + 70 * minute);
  });
});
