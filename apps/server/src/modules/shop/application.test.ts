import { isTaxpayerId } from "@shotkeeper/contract/customer";
import { errors, tokenHeader } from "@shotkeeper/contract/kernel";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import {
  freshCode,
  logIn,
  type TestAnswer,
  type TestServer,
  where,
  withServer,
} from "../../testing/server.ts";
import { makeShop, oem, type TestShop } from "../../testing/shop.ts";
import { notifySales } from "./index.ts";

let s: TestServer;
let shop: TestShop;
beforeAll(async () => {
  s = await withServer();
  shop = await makeShop(s);
  await setOpen("insert", "1");
});
afterEach(() => void vi.restoreAllMocks());

/** Opens ("1") or closes the shop. Waits until the server no longer uses the former state. */
async function setOpen(Type: "insert" | "update", PRM_VALUE: string): Promise<void> {
  const Data = [{ PRM_ID: "SHOP_OPEN", PRM_VALUE }];
  const done = await shop.t.admin.mitt({ Type, MENU_ID: "BS109", TableName: "SYS_PRM", Data });
  expect(done).toMatchObject({ Code: 0 });
  s.clock.now += 3001;
}
const tokenOf = ({ userId }: { readonly userId: string }) =>
  s.app.sessions.open(shop.t.id, userId, "PC", true, s.clock.now);

/** Returns a new valid taxpayer id. */
function taxpayerId(): string {
  const body = `91${String(Math.floor(Math.random() * 1e15)).padStart(15, "0")}`;
  const check = [..."0123456789ABCDEFGHJKLMNPQRTUWXY"].find((c) => isTaxpayerId(body + c));
  return body + check;
}

let address = 0;
const picture = (seed = freshCode("p")) =>
  Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.from(seed.repeat(60))]);

const company = (more: Record<string, string> = {}) => ({
  CUST_NAME: `新公司 ${freshCode("c")}`,
  SOCIAL_CODE: taxpayerId(),
  CONET_MAN: "周敏",
  CONET_TEL: "13900001234",
  E_MAIL: `${freshCode("m")}@example.com`,
  PASSWORD: "a-long-pass-phrase",
  CAPTCHA_ID: "x",
  CAPTCHA: "test",
  ...more,
});
type Form = Partial<ReturnType<typeof company>>;

/** Sends a form with a picture of the licence. If `licence` is null, the form has no picture. */
async function post(
  url: string,
  form: Record<string, string | undefined>,
  licence: Buffer | null = picture(),
  name = "licence.png",
  token?: string,
) {
  const body = new FormData();
  for (const [key, value] of Object.entries(form)) if (value !== undefined) body.append(key, value);
  if (licence) body.append("LICENCE", new Blob([new Uint8Array(licence)]), name);
  const request = new Request("http://x/", { method: "POST", body });
  const reply = await s.http.inject({
    method: "POST",
    url,
    remoteAddress: `10.9.${address >> 8}.${address++ & 255}`,
    headers: {
      "content-type": request.headers.get("content-type") ?? "",
      ...(token === undefined ? {} : { [tokenHeader]: token }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return reply.json<TestAnswer<Record<string, string>>>();
}
const signUp = (form: Form, licence?: Buffer | null, name?: string) =>
  post(`/shop/sign-up?tenant=${shop.t.code}`, form, licence, name);

const enter = async (userId: string, password = "a-long-pass-phrase") =>
  (
    await s.http.inject({
      method: "POST",
      url: "/login",
      remoteAddress: `10.8.0.${address++ & 255}`,
      payload: {
        TENANT_ID: shop.t.code,
        USER_ID: userId,
        PASSWORD: password,
        CAPTCHA_ID: "x",
        CAPTCHA: "test",
        DEV_TYPE: "PC",
      },
    })
  ).json<TestAnswer<{ TICKET: string; KIND: string; token?: string }>>();
const facts = async (ticket: string) =>
  (await s.http.inject({ method: "POST", url: "/shop/application", payload: { TICKET: ticket } })).json<
    TestAnswer<Record<string, unknown>>
  >();
const listed = async (mail: string) =>
  (await shop.t.admin.list("OR106", "Q01", where("E_MAIL", mail)))[0] ?? {};
const judge = (Type: string, InParams: Record<string, unknown>) => shop.t.admin.mitt({ Type, InParams });
const approve = (row: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  judge("rf_ApproveApplication", {
    APPLICATION_ID: row.APPLICATION_ID,
    APPLY_DATE: row.APPLY_DATE,
    CUST_ID: freshCode("N"),
    OEM_NAMES: [oem(2), oem(1)],
    MON_DAYS: 30,
    ...more,
  });
const refuse = (row: Record<string, unknown>, JUDGE_REASON = "执照不清晰") =>
  judge("rf_RefuseApplication", {
    APPLICATION_ID: row.APPLICATION_ID,
    APPLY_DATE: row.APPLY_DATE,
    JUDGE_REASON,
  });

const remove = (row: Record<string, unknown>, user = shop.t.admin) =>
  user.mitt({
    Type: "rf_DeleteApplication",
    InParams: { APPLICATION_ID: row.APPLICATION_ID, APPLY_DATE: row.APPLY_DATE },
  });

/**
 * Signs up a company with the licence picture `file`, and refuses the company. Returns the form that was sent, the row
 * of the sign-up, and a function that sends a corrected form.
 */
async function refusedCompany(file?: Buffer) {
  const form = company();
  expect(await signUp(form, file)).toMatchObject({ Code: 0 });
  const row = await listed(form.E_MAIL);
  expect(await refuse(row)).toMatchObject({ Code: 0 });
  const { TICKET } = (await enter(form.E_MAIL)).ReturnData;
  const { PASSWORD, CAPTCHA_ID, CAPTCHA, ...texts } = form;
  const correct = (more: Record<string, string> = {}, licence: Buffer | null = null) =>
    post("/shop/application/correct", { TICKET, ...texts, ...more }, licence);
  return { form, row, correct };
}

describe("a company that signs up", () => {
  it("waits, is approved with its terms and host factories, and buys", async () => {
    const form = company();
    expect(await signUp(form)).toMatchObject({
      Code: 0,
      ReturnData: { TENANT_ID: shop.t.code, USER_ID: form.E_MAIL },
    });
    const row = await listed(form.E_MAIL);
    expect(row).toMatchObject({
      CUST_NAME: form.CUST_NAME,
      APPLICATION_STAT: 0,
      LICENCE_PATH: expect.stringMatching(/^\/files\//),
    });
    const first = await enter(form.E_MAIL);
    expect(first.ReturnData).toMatchObject({ KIND: "apply" });
    expect(first.ReturnData).not.toHaveProperty("token");
    expect(await facts(first.ReturnData.TICKET)).toMatchObject({
      ReturnData: { APPLICATION_STAT: 0, SOCIAL_CODE: form.SOCIAL_CODE },
    });

    const CUST_ID = freshCode("N");
    expect(await approve(row, { CUST_ID })).toMatchObject({ Code: 0, ReturnData: { CUST_ID } });
    expect(await facts(first.ReturnData.TICKET)).toMatchObject({ ReturnData: { APPLICATION_STAT: 1 } });
    const [customer] = await shop.t.admin.list("BS103", "Q01", where("CUST_ID", CUST_ID));
    expect(customer).toMatchObject({
      CUST_NAME: form.CUST_NAME,
      SOCIAL_CODE: form.SOCIAL_CODE,
      INVOICE_HEADER: form.CUST_NAME,
      MON_DAYS: 30,
      DEFAULT_OEM: oem(2),
    });
    expect((await enter(form.E_MAIL)).ReturnData.token).toMatch(/./);
    const buyer = await logIn(s, shop.t.id, form.E_MAIL);
    const goods = await buyer.list("BS103", "Q21", where("GOODS_ID", "JS001"));
    expect(goods.map((g) => [g.OEM_NAME, g.UNIT_PRICE]).sort()).toEqual([
      [oem(1), 430.56],
      [oem(2), 447],
    ]);
    const facts2 = {
      PROVINCENAME: "浙江省",
      CITYNAME: "宁波市",
      EXPAREANAME: "北仑区",
      CONET_ADDR: "纬五路18号",
    };
    const bank = { OPEN_BANK: "Bank", BANK_ACCOUNT: "622000001", RE_MAN: "周敏", RE_TEL: "13900001234" };
    const saved = await buyer.mitt({
      Type: "update",
      MENU_ID: "BS103",
      TableName: "BS_CUST",
      Data: [{ CUST_ID, ...facts2, ...bank }],
    });
    expect(saved).toMatchObject({ Code: 0 });
    const placed = await shop.place(buyer, [
      { oem: oem(2), lines: [{ GOODS_ID: "JS001", UNIT_PRICE: 447 }] },
    ]);
    expect(placed).toMatchObject({ Code: 0 });
    expect(await approve(row)).toMatchObject({ Msg: "S0212" });
  });

  it("reads why it was refused, and corrects the application", async () => {
    const form = company();
    await signUp(form);
    const row = await listed(form.E_MAIL);
    expect(await refuse(row, "")).toMatchObject({ Msg: "S0007^JUDGE_REASON" });
    const early = (await enter(form.E_MAIL)).ReturnData.TICKET;
    const { PASSWORD, CAPTCHA_ID, CAPTCHA, ...texts } = form;
    const correct = (TICKET: string, more: Record<string, string> = {}, licence: Buffer | null = null) =>
      post("/shop/application/correct", { TICKET, ...texts, ...more }, licence);
    expect(await correct(early)).toMatchObject({ Msg: "S0212" });
    expect(await refuse(row)).toMatchObject({ Code: 0 });
    const { TICKET } = (await enter(form.E_MAIL)).ReturnData;
    expect(await facts(TICKET)).toMatchObject({
      ReturnData: { APPLICATION_STAT: 2, JUDGE_REASON: "执照不清晰" },
    });
    expect(await correct(TICKET, { E_MAIL: "other@example.com" })).toMatchObject({ Msg: "S0231^E_MAIL" });
    expect(await correct(TICKET, { CONET_MAN: "" })).toMatchObject({ Msg: "S0007^CONET_MAN" });
    s.clock.now += 1000;
    expect(await correct(TICKET, { CONET_MAN: "王芳" }, picture())).toMatchObject({ Code: 0 });
    const again = await listed(form.E_MAIL);
    expect(again).toMatchObject({ APPLICATION_STAT: 0, CONET_MAN: "王芳", JUDGE_REASON: null });
    expect(again.LICENCE_PATH).not.toBe(row.LICENCE_PATH);
    expect(await correct(TICKET)).toMatchObject({ Msg: "S0212" });
    expect(await facts("1.nothing")).toMatchObject({ Msg: "S0422" });
    expect(await approve(again)).toMatchObject({ Code: 0 });
  });

  it("logs in with its mail address in any letters", async () => {
    const form = company();
    await signUp({ ...form, E_MAIL: form.E_MAIL.replace(/^./, (c) => c.toUpperCase()) });
    expect((await enter(form.E_MAIL.toUpperCase())).ReturnData).toMatchObject({ KIND: "apply" });
  });

  it("can try only a few corrections that name other companies", async () => {
    const known = company();
    await signUp(known);
    const { correct } = await refusedCompany();
    const guess = async () => (await correct({ SOCIAL_CODE: known.SOCIAL_CODE })).Msg;
    for (let i = 0; i < 5; i++) expect(await guess()).toBe("S0329^SOCIAL_CODE");
    expect(await guess()).toMatch(/^S0203\^/);
  });

  it("keeps its licence if the connection breaks after the commit", async () => {
    const form = company();
    const { db } = s.app;
    const tx = db.tx.bind(db);
    vi.spyOn(db, "tx").mockImplementation(async (...args) => {
      const done = await tx(...args);
      const stored = await shop.t.rows(sql`select 1 from "user" where user_id = ${form.E_MAIL}`);
      if (stored.length > 0) throw errors.databaseUnavailable();
      return done as never;
    });
    expect(await signUp(form)).toMatchObject({ Msg: "S0210" });
    vi.restoreAllMocks();
    const { LICENCE_PATH } = await listed(form.E_MAIL);
    const headers = { [tokenHeader]: await tokenOf(shop.t.admin) };
    expect((await s.http.inject({ url: String(LICENCE_PATH), headers })).statusCode).toBe(200);
  });

  it("learns that it is known, and nothing else of the other company", async () => {
    const form = company();
    await signUp(form);
    const same = company({ SOCIAL_CODE: form.SOCIAL_CODE });
    expect(await signUp(same)).toEqual({ Code: 1, Msg: "S0329^SOCIAL_CODE" });
    expect(await signUp(company({ CUST_NAME: form.CUST_NAME.toUpperCase() }))).toMatchObject({
      Msg: "S0329^CUST_NAME",
    });
    expect(await signUp(company({ E_MAIL: form.E_MAIL.toUpperCase() }))).toMatchObject({
      Msg: "S0029^E_MAIL",
    });
    expect(await signUp(company({ SOCIAL_CODE: "91350100M000100Y43" }))).toMatchObject({
      Msg: "S0329^SOCIAL_CODE",
    });
    const one = company();
    const both = await Promise.all([signUp(one), signUp({ ...company(), SOCIAL_CODE: one.SOCIAL_CODE })]);
    expect(both.map((a) => a.Msg).sort()).toEqual(["S0022", "S0329^SOCIAL_CODE"]);
  });
});

describe("a sign-up is refused with its field", () => {
  const licence = picture();
  const cases: readonly [string, Form, Buffer | null, string, string][] = [
    ["without a name", { CUST_NAME: " " }, licence, "l.png", "S0007^CUST_NAME"],
    ["a wrong check character", { SOCIAL_CODE: "91350100M000100Y44" }, licence, "l.png", "S0200^SOCIAL_CODE"],
    ["a phone that is none", { CONET_TEL: "12345" }, licence, "l.png", "S0200^CONET_TEL"],
    ["a mail address that is none", { E_MAIL: "me" }, licence, "l.png", "S0200^E_MAIL"],
    ["a short password", { PASSWORD: "abc" }, licence, "l.png", "S0411^10"],
    ["a wrong captcha", { CAPTCHA: "wrong" }, licence, "l.png", "S0002"],
    ["without a licence", {}, null, "", "S0007^LICENCE"],
    ["an empty licence", {}, Buffer.alloc(0), "l.png", "S0221"],
    ["a renamed program", {}, Buffer.from("MZ\u0090 program"), "l.png", "S0221"],
    ["a document as the licence", {}, Buffer.from("%PDF-1.7 quotation"), "l.pdf", "S0221"],
    ["a licence of 11 MB", {}, Buffer.concat([licence, Buffer.alloc(11 << 20, 1)]), "l.png", "S0205"],
  ];
  it.each(cases)("%s", async (_name, more, file, name, msg) => {
    const form = company(more);
    expect(await signUp(form, file, name)).toMatchObject({ Msg: msg });
    const users = await shop.t.rows(sql`select 1 from "user" where user_id = ${form.E_MAIL}`);
    expect(users).toEqual([]);
  });

  it("a licence of another company, but not the same one after a refusal", async () => {
    const b = company();
    const file = picture();
    const { correct } = await refusedCompany(file);
    expect(await correct({}, file)).toMatchObject({ Code: 0 });
    expect(await signUp(b, file)).toMatchObject({ Msg: "S0472" });
    const files = await shop.t.rows(sql`select 1 from file_info where created_by = ${b.E_MAIL}`);
    expect(files).toEqual([]);
  });

  it("too many from one address", async () => {
    const answers: string[] = [];
    const used = address;
    for (let i = 0; i < 6; i++) {
      address = used + 200;
      answers.push((await signUp(company())).Msg);
    }
    expect(answers.slice(0, 5)).toEqual(Array(5).fill("S0022"));
    expect(answers[5]).toMatch(/^S0203\^/);
    address = used + 201;
  });

  it("in a closed shop, and by a user with a session", async () => {
    expect(await post("/shop/sign-up?tenant=nowhere", company())).toMatchObject({ Msg: "S0009" });
    await setOpen("update", "0");
    expect(await signUp(company())).toMatchObject({ Msg: "S0009" });
    await setOpen("update", "1");
    const url = `/shop/sign-up?tenant=${shop.t.code}`;
    for (const user of [shop.one, shop.t.admin])
      expect(await post(url, company(), picture(), "l.png", await tokenOf(user))).toMatchObject({
        Msg: "S0020",
      });
  });
});

describe("staff", () => {
  it("approve with host factories of the tenant, a free customer number and a term", async () => {
    const form = company();
    await signUp(form);
    const row = await listed(form.E_MAIL);
    expect(await approve(row, { OEM_NAMES: [] })).toMatchObject({ Msg: "S0007^OEM_NAMES" });
    expect(await approve(row, { OEM_NAMES: ["nobody"] })).toMatchObject({ Msg: "S0202^OEM_NAMES" });
    expect(await approve(row, { CUST_ID: "C1" })).toMatchObject({ Msg: "S0029^CUST_ID" });
    expect(await approve(row, { MON_DAYS: 0 })).toMatchObject({ Msg: "S0200^MON_DAYS" });
    expect(await approve({ ...row, APPLICATION_ID: 999_999 })).toMatchObject({ Msg: "S0202^APPLICATION_ID" });
    expect(await listed(form.E_MAIL)).toMatchObject({ APPLICATION_STAT: 0 });
  });

  it("judge only the facts that they have seen", async () => {
    const { form, row, correct } = await refusedCompany();
    s.clock.now += 1000;
    expect(await correct({ CUST_NAME: `另一家 ${freshCode("c")}` })).toMatchObject({ Code: 0 });
    expect(await approve(row)).toMatchObject({ Msg: "S0213" });
    expect(await refuse(row)).toMatchObject({ Msg: "S0213" });
    expect(await approve({ ...row, APPLY_DATE: null })).toMatchObject({ Msg: "S0007^APPLY_DATE" });
    expect(await approve(await listed(form.E_MAIL))).toMatchObject({ Code: 0 });
  });

  it("alone see and judge the companies", async () => {
    const answer = await shop.one.mitt({ Type: "QueryByID", MENU_ID: "OR106", QueryID: "Q01" });
    expect(answer).toMatchObject({ Msg: "S0020" });
    const InParams = { APPLICATION_ID: 1, JUDGE_REASON: "x" };
    expect(await shop.one.mitt({ Type: "rf_RefuseApplication", InParams })).toMatchObject({ Msg: "S0020" });
  });

  it("cannot turn an applicant into a user on the screen of users", async () => {
    const form = company();
    await signUp(form);
    const change = (Data: unknown[], Type = "update") =>
      shop.t.admin.mitt({ Type, MENU_ID: "SYS101", TableName: "SYS_USER", Data });
    expect(await change([{ USER_ID: form.E_MAIL, STATUS: 0 }])).toMatchObject({ Msg: "S0212" });
    const row = { USER_ID: freshCode("u"), USERNAME: "x", STATUS: 2 };
    expect(await change([row], "insert")).toMatchObject({ Msg: "S0200^STATUS" });
  });
});

describe("a refused application", () => {
  const leftOf = (mail: string, id: unknown) =>
    shop.t.rows(sql`
      select 'user' as what from "user" where tenant_id = ${shop.t.id} and user_id = ${mail}
      union all
      select 'file' from file_info where tenant_id = ${shop.t.id} and owner_id = ${String(id)}
      union all
      select 'application' from company_application
      where tenant_id = ${shop.t.id} and application_id = ${Number(id)}
    `);

  it("is deleted with its user and licence, which can then be used again", async () => {
    const file = picture();
    const { form, row } = await refusedCompany(file);
    const { TICKET } = (await enter(form.E_MAIL)).ReturnData;
    expect(await signUp(form, file)).toMatchObject({ Msg: "S0029^E_MAIL" });
    expect(await remove(row)).toMatchObject({ Code: 0 });
    expect(await leftOf(form.E_MAIL, row.APPLICATION_ID)).toEqual([]);
    expect(await facts(TICKET)).toMatchObject({ Msg: "S0422" });
    const logged = await shop.t.rows(sql`
      select action, target, before ->> 'cust_name' as name, before::text as before
      from system_log
      where tenant_id = ${shop.t.id} and target_key in (${form.E_MAIL}, ${String(row.APPLICATION_ID)})
        and action = 'delete'
      order by target
    `);
    expect(logged).toMatchObject([
      { target: "CUST_APPLICATION", name: form.CUST_NAME },
      { target: "SYS_USER" },
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/password_hash/);
    expect(await signUp(form, file)).toMatchObject({ Code: 0 });
    expect(await listed(form.E_MAIL)).toMatchObject({ APPLICATION_STAT: 0 });
    expect(await remove(row)).toMatchObject({ Msg: "S0202^APPLICATION_ID" });
  });

  it("is the only one that can be deleted, by staff alone, and not if it was corrected", async () => {
    const form = company();
    await signUp(form);
    expect(await remove(await listed(form.E_MAIL))).toMatchObject({ Msg: "S0212" });
    const { form: corrected, row, correct } = await refusedCompany();
    expect(await remove(row, shop.one)).toMatchObject({ Msg: "S0020" });
    s.clock.now += 1000;
    expect(await correct()).toMatchObject({ Code: 0 });
    expect(await refuse(await listed(corrected.E_MAIL))).toMatchObject({ Code: 0 });
    expect(await remove(row)).toMatchObject({ Msg: "S0213" });
    const approved = company();
    await signUp(approved);
    await approve(await listed(approved.E_MAIL));
    expect(await remove(await listed(approved.E_MAIL))).toMatchObject({ Msg: "S0212" });
  });
});

it("a new application notifies staff once, and again after its correction", async () => {
  const noticesOf = async (name: string) => {
    await notifySales(systemCtxOf(shop.t));
    await notifySales(systemCtxOf(shop.t));
    const rows = await shop.t.rows(sql`
      select style, receiver, title from notice_outbox where tenant_id = ${shop.t.id} order by outbox_id
    `);
    return rows
      .filter((r) => String(r.title).includes(name))
      .map((r) => `${r.style} ${r.receiver}: ${r.title}`);
  };
  const { form, correct, row } = await refusedCompany();
  expect(await noticesOf(form.CUST_NAME)).toEqual([]);
  s.clock.now += 1000;
  expect(await correct()).toMatchObject({ Code: 0 });
  const notice = `bell admin: 新公司注册：${form.CUST_NAME}`;
  expect(await noticesOf(form.CUST_NAME)).toEqual([notice]);
  expect(await refuse({ ...row, ...(await listed(form.E_MAIL)) })).toMatchObject({ Code: 0 });
  s.clock.now += 1000;
  expect(await correct()).toMatchObject({ Code: 0 });
  expect(await noticesOf(form.CUST_NAME)).toEqual([notice, notice]);
});
