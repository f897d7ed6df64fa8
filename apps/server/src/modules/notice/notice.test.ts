import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { menus } from "@shotkeeper/contract/menus";
import { type NoticeTypeName, noticeKinds } from "@shotkeeper/contract/notice";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { mailbox } from "../../testing/mailbox.ts";
import { noon, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { deleteOldNotices, dispatchNotices, type NoticeEvent, notify } from "./index.ts";
import { signatureOf } from "./webhook.ts";

const minute = 60_000;
const hour = 60 * minute;

interface Hook {
  readonly url: string;
  readonly got: { readonly headers: IncomingHttpHeaders; readonly body: string }[];
  status: number;
  close(): Promise<void>;
}

async function hook(): Promise<Hook> {
  const got: Hook["got"] = [];
  const h = { got, status: 204 };
  const server = createServer((req, res) => {
    let body = "";
    req.on("data", (c) => {
      body += c;
    });
    req.on("end", () => {
      got.push({ headers: req.headers, body });
      res.writeHead(h.status, { location: "http://127.0.0.1:1/elsewhere" }).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return Object.assign(h, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=1`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}

const rule = (fields: Record<string, unknown> = {}) => ({
  NOTICE_ID: undefined,
  RULE_ID: "MINE",
  RULE_NAME: "mine",
  NOTICE_TYPE: "orderLate",
  LEAST_LEVEL: 1,
  IS_USE: "Y",
  NOTICE_STYLE: ["mail"],
  LANGUAGE: "en",
  PUSH_CYCLE: "once",
  AUDIENCE: "everyone",
  TO_MAILS: ["boss@example.com"],
  DEV_TYPE: "ALL",
  ...fields,
});

const write = (u: TestUser, Type: string, row: Record<string, unknown>, TableName = "SYS_NOTICE") => {
  const { NOTICE_ID: _, ...Data } = row;
  return u.mitt({ Type, MENU_ID: "SYS108", TableName, Data: [Data] });
};

const event = (moldId: number | null, more: Partial<NoticeEvent> = {}): NoticeEvent => ({
  type: "orderLate",
  eventKey: "order/PO1/late",
  level: 2,
  moldId,
  subject: "PO1",
  at: new Date(noon - minute).toISOString(),
  facts: { order: "PO1", mold: "A" },
  cause: { orderId: "PO1" },
  ...more,
});

describe("message notice", () => {
  let s: TestServer;
  let t: TestTenant;
  let moldId: number;
  const closers: (() => Promise<void>)[] = [];
  const log = (more: Record<string, unknown> = {}) => t.admin.list("SYS108", "Q03", more);
  const dispatch = () => dispatchNotices(systemCtxOf(t));
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    ({ moldId } = await t.mold("A"));
    for (const name of ["SMTP_URL", "MAIL_FROM", "PUBLIC_URL", "WEBHOOK_ALLOW_PRIVATE"]) vi.stubEnv(name, "");
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const close of closers.splice(0)) await close();
  });
  const withMail = async () => {
    const box = await mailbox();
    closers.push(box.close);
    vi.stubEnv("SMTP_URL", box.url);
    vi.stubEnv("MAIL_FROM", "Shotkeeper <notice@example.com>");
    return box;
  };
  const withHook = async () => {
    const h = await hook();
    closers.push(h.close);
    vi.stubEnv("WEBHOOK_ALLOW_PRIVATE", "on");
    return h;
  };

  it("has a default rule for every type", async () => {
    const rules = await t.admin.list("SYS108", "Q01");
    const on = rules.filter((r) => r.IS_USE === "Y").map((r) => r.NOTICE_TYPE);
    expect(on).toContain("battery");
    expect(on).toContain("maintenanceOverdue");
    expect(on).not.toContain("orderLate");
    const way = (type: unknown) => (noticeKinds[type as NoticeTypeName].byMail ? ["bell", "mail"] : ["bell"]);
    for (const r of rules) expect(r.NOTICE_STYLE, String(r.NOTICE_TYPE)).toEqual(way(r.NOTICE_TYPE));
  });

  // spec: admin 2.63, 3.39, 3.40
  it("validates rules", async () => {
    const full = rule({
      NOTICE_STYLE: ["bell", "mail", "webhook"],
      PUSH_CYCLE: "day",
      PUSH_TIME: "08:30",
      upTime: 15,
      AUDIENCE: "chosen",
      TO_ROLES: ["admin"],
      TO_USERS: ["admin"],
      TO_ORGS: ["P1"],
      WEBHOOK_URL: "https://example.com/hook",
      LINK_PATH: "/order/production?state=late",
    });
    expect(await write(t.admin, "insert", full)).toMatchObject({ Code: 0, Msg: "S0022" });
    const [stored] = await t.admin.list("SYS108", "Q01", where("RULE_ID", "MINE"));
    const { NOTICE_ID: _, ...sent } = full;
    expect(stored).toMatchObject({ ...sent, HAS_SECRET: "N", FAILED_COUNT: 0 });
    for (const [change, msg] of [
      [{ NOTICE_STYLE: [] }, "S0007^NOTICE_STYLE"],
      [{ NOTICE_STYLE: ["pigeon"] }, "S0200^NOTICE_STYLE"],
      [{ NOTICE_STYLE: "mail" }, "S0200^NOTICE_STYLE"],
      [{ PUSH_TIME: null }, "S0007^PUSH_TIME"],
      [{ PUSH_TIME: "25:00" }, "S0200^PUSH_TIME"],
      [{ TO_MAILS: ["no address"] }, "S0200^TO_MAILS"],
      [{ TO_MAILS: ["a@b.c\r\nBcc: x@y.z"] }, "S0200^TO_MAILS"],
      [{ TO_ROLES: ["nobody"] }, "S0202^TO_ROLES"],
      [{ TO_USERS: ["nobody"] }, "S0202^TO_USERS"],
      [{ TO_ORGS: ["nowhere"] }, "S0202^TO_ORGS"],
      [{ TO_ROLES: [], TO_USERS: [], TO_ORGS: [] }, "S0007^TO_USERS"],
      [{ WEBHOOK_URL: null }, "S0007^WEBHOOK_URL"],
      [{ WEBHOOK_URL: "file:///etc/passwd" }, "S0200^WEBHOOK_URL"],
      [{ WEBHOOK_URL: "https://me:pass@example.com" }, "S0200^WEBHOOK_URL"],
      [{ NOTICE_TYPE: "orderDone" }, "S0200^upTime"],
      [{ LINK_PATH: "//evil.example.com" }, "S0200^LINK_PATH"],
      [{ TEMPLATE_ID: "NONE" }, "S0202^TEMPLATE_ID"],
    ] as const)
      expect(
        await write(t.admin, "update", { RULE_ID: "MINE", ...change }),
        JSON.stringify(change),
      ).toMatchObject({
        Code: 1,
        Msg: msg,
      });
    expect(await write(t.admin, "insert", full)).toMatchObject({ Msg: "S0029^RULE_ID" });
    expect(await write(await t.user("P1"), "update", { RULE_ID: "MINE", IS_USE: "N" })).toMatchObject({
      Msg: "S0020",
    });
    expect(await write(await t.user(null, ["SYS108:Q"]), "delete", { RULE_ID: "MINE" })).toMatchObject({
      Msg: "S0020",
    });
    expect(await (await t.user("P1")).list("SYS108", "Q01")).toEqual([]);
    expect(await (await TestTenant.create(s)).admin.list("SYS108", "Q01", where("RULE_ID", "MINE"))).toEqual(
      [],
    );
    expect(await write(t.admin, "delete", { RULE_ID: "STD_ORDER_LATE" })).toMatchObject({ Code: 0 });
    expect(await write(t.admin, "delete", { RULE_ID: "MINE" })).toMatchObject({ Msg: "S0297" });
  });

  it("checks placeholders, previews with a real mold, and sends the template's text", async () => {
    const box = await withMail();
    vi.stubEnv("PUBLIC_URL", "https://molds.example.com/");
    const template = {
      TEMPLATE_ID: "LATE",
      TEMPLATE_NAME: "late",
      NOTICE_GROUP: "order",
      SUBJECT_ZH_CN: "{order} 延误",
      BODY_ZH_CN: "{type}：{order}（{mold}）\n{link}",
      SUBJECT_EN: "{order} is late",
    };
    const table = "SYS_NOTICE_TEMPLATE";
    for (const bad of [{ BODY_ZH_CN: "{counter}" }, { SUBJECT_EN: "{nonsense}" }])
      expect(await write(t.admin, "insert", { ...template, ...bad }, table)).toMatchObject({
        Msg: expect.stringMatching(/^S0295\^\{/),
      });
    expect(await write(t.admin, "insert", { ...template, SUBJECT_EN: "a\nBcc: b" }, table)).toMatchObject({
      Msg: "S0200^SUBJECT_EN",
    });
    expect(await write(t.admin, "insert", template, table)).toMatchObject({ Code: 0 });
    expect(await write(t.admin, "update", { TEMPLATE_ID: "LATE", BODY_EN: "{count}" }, table)).toMatchObject({
      Msg: "S0295^{count}",
    });
    expect(
      await t.admin.run("rf_PreviewNotice", {
        NOTICE_GROUP: "order",
        LANGUAGE: "en",
        SUBJECT: "{mold}!",
        BODY: "{{mold} {level}",
      }),
    ).toEqual({ TITLE: "A!", BODY: "{A Urgent" });
    const asWarning = { RULE_ID: "W", NOTICE_TYPE: "battery", TEMPLATE_ID: "LATE" };
    expect(await write(t.admin, "insert", rule(asWarning))).toMatchObject({ Msg: "S0200^TEMPLATE_ID" });
    expect(await write(t.admin, "insert", rule({ TEMPLATE_ID: "LATE" }))).toMatchObject({ Code: 0 });
    expect(
      await write(t.admin, "update", { TEMPLATE_ID: "LATE", NOTICE_GROUP: "mold" }, table),
    ).toMatchObject({ Msg: "S0200^NOTICE_GROUP" });
    expect(await write(t.admin, "delete", { TEMPLATE_ID: "LATE" }, table)).toMatchObject({
      Msg: "S0233^SYS_NOTICE.TEMPLATE_ID:1",
    });
    await notify(systemCtxOf(t), [event(moldId)]);
    await dispatch();
    expect(box.mails).toHaveLength(1);
    expect(box.mails[0]).toMatch(/^Subject: PO1 is late$/m);
    expect(box.mails[0]).toMatch(/^To: boss@example.com$/m);
    expect(await log()).toMatchObject([
      {
        TITLE: "PO1 is late",
        BODY: "Order late：PO1（A）\nhttps://molds.example.com/#/order/production",
        SEND_STATE: 2,
        SEND_RESULT: "S0039",
        ATTEMPTS: 1,
      },
    ]);
  });

  // spec: admin 3.41
  it("notifies users in scope once, in their language, and no events older than a day", async () => {
    await write(t.admin, "update", { RULE_ID: "STD_ORDER_LATE", IS_USE: "Y" });
    const [plant, elsewhere, blind] = await Promise.all([
      t.user("P1"),
      t.user("P2"),
      t.user(null, ["BS101:Q"]),
    ]);
    const old = event(moldId, { eventKey: "old", at: new Date(noon - 25 * hour).toISOString() });
    const ctx = systemCtxOf(t);
    const placed = event(moldId, { place: { longitude: 121.5, latitude: 29.9 } });
    const counts = await Promise.all([notify(ctx, [placed, old]), notify(ctx, [placed])]);
    expect(counts.reduce((a, b) => a + b)).toBe(2);
    expect(await notify(ctx, [event(moldId)])).toBe(0);
    const bell = (u: TestUser) => u.list("SYS100", "Q01");
    expect(await bell(plant)).toMatchObject([
      {
        NOTICE_TYPE: "orderLate",
        WARN_LEVEL: 2,
        TITLE: "订单延误：PO1",
        TEXTS: { en: { title: "Order late: PO1" } },
        LINK_PATH: "/order/production",
        LONGITUDE: 121.5,
        LATITUDE: 29.9,
        IS_READ: "N",
      },
    ]);
    expect([await bell(elsewhere), await bell(blind)]).toEqual([[], []]);
    // A notice to one user (`to`) is sent to no other user.
    await notify(ctx, [
      event(moldId, { eventKey: "mine", to: plant.userId }),
      event(moldId, { eventKey: "his", to: elsewhere.userId }),
    ]);
    expect([
      (await bell(plant)).length,
      (await bell(t.admin)).length,
      (await bell(elsewhere)).length,
    ]).toEqual([2, 1, 0]);
  });

  it("notifies nobody who cannot open the screen", async () => {
    await write(t.admin, "update", { RULE_ID: "STD_ORDER_LATE", IS_USE: "Y" });
    await Promise.all([t.user("P1"), t.user("O1")]);
    const menu = menus.productionOrder;
    const ctx = systemCtxOf(t);
    // The screen is reserved for a plant: users of other organizations cannot open it, those of the whole tenant can.
    await t.rows(
      sql`insert into menu_entry (tenant_id, menu_id, enabled, org_id) values (${t.id}, ${menu}, true, 'P1')`,
    );
    expect(await notify(ctx, [event(moldId, { eventKey: "reserved" })])).toBe(2);
    await t.rows(sql`update menu_entry set enabled = false where tenant_id = ${t.id} and menu_id = ${menu}`);
    expect(await notify(ctx, [event(moldId, { eventKey: "closed" })])).toBe(0);
  });

  it("is read and deleted by its receiver only", async () => {
    await write(t.admin, "update", { RULE_ID: "STD_ORDER_LATE", IS_USE: "Y" });
    const other = await t.user(null);
    await notify(
      systemCtxOf(t),
      [1, 2, 3].map((n) => event(moldId, { eventKey: `e${n}` })),
    );
    const mine = await t.admin.list("SYS100", "Q01");
    const ids = mine.map((m) => Number(m.NOTICE_ID));
    expect(await other.run("rf_ReadNotices", { NOTICE_IDS: ids })).toEqual({ COUNT: 0 });
    expect(await t.admin.run("rf_ReadNotices", { NOTICE_IDS: ids.slice(0, 2) })).toEqual({ COUNT: 2 });
    expect(await t.admin.list("SYS100", "Q01", where("IS_READ", "N"))).toHaveLength(1);
    const remove = (u: TestUser) =>
      u.mitt({ Type: "delete", MENU_ID: "SYS100", TableName: "SYS_MESSAGE", Data: [{ NOTICE_ID: ids[0] }] });
    expect(await remove(other)).toMatchObject({ Code: 1, Msg: "S0016" });
    expect(await remove(t.admin)).toMatchObject({ Code: 0 });
    expect(await t.admin.list("SYS100", "Q01")).toHaveLength(2);
    // The user has deleted the notice. A repeated report of the same event must not create the notice again.
    expect(await notify(systemCtxOf(t), [event(moldId, { eventKey: "e1" })])).toBe(0);
  });

  it("limits receivers by level, role, user and organization", async () => {
    const [plant, oem] = await Promise.all([t.user("P1"), t.user("O1")]);
    await write(
      t.admin,
      "insert",
      rule({ NOTICE_STYLE: ["bell"], LEAST_LEVEL: 2, AUDIENCE: "chosen", TO_ORGS: ["P1"], TO_MAILS: [] }),
    );
    const ctx = systemCtxOf(t);
    expect(await notify(ctx, [event(moldId, { level: 1 })])).toBe(0);
    expect(await notify(ctx, [event(moldId, { eventKey: "urgent" })])).toBe(1);
    await write(t.admin, "update", { RULE_ID: "MINE", TO_USERS: [oem.userId] });
    expect(await notify(ctx, [event(moldId, { eventKey: "two" })])).toBe(2);
    expect((await plant.list("SYS100", "Q01")).length).toBe(2);
    expect((await oem.list("SYS100", "Q01")).length).toBe(1);
  });

  it("waits the minutes of the rule, and drops notices whose condition has ended", async () => {
    await write(t.admin, "update", { RULE_ID: "STD_BATTERY", upTime: 30 });
    const counterId = await t.counter("W1");
    const warn = async (isOver: boolean) => {
      const [row] = await t.rows(
        sql`insert into warning (tenant_id, kind, level, mold_id, counter_id, opened_at, last_at, ended_at)
          values (${t.id}, 'battery', 1, ${moldId}, ${counterId}, ${new Date(noon - (isOver ? 2 : 1) * minute)},
              ${new Date(noon)}, ${isOver ? new Date(noon) : null})
          returning warning_id`,
      );
      return Number(row?.warning_id);
    };
    const [over, lasts] = [await warn(true), await warn(false)];
    const of = (id: number) =>
      event(moldId, { type: "battery", eventKey: `warning/${id}/1`, lasting: { kind: "warning", id } });
    await notify(systemCtxOf(t), [of(over), of(lasts)]);
    await dispatch();
    expect(await t.admin.list("SYS100", "Q01")).toEqual([]);
    s.clock.now = noon + 29 * minute;
    await dispatch();
    expect(await t.admin.list("SYS100", "Q01")).toHaveLength(1);
    const states = (await log()).map((r) => r.SEND_STATE).sort();
    expect(states).toEqual([2, 4]);
  });

  it("collects a digest, with one message per receiver", async () => {
    const box = await withMail();
    await write(
      t.admin,
      "insert",
      rule({ NOTICE_STYLE: ["mail", "bell"], PUSH_CYCLE: "day", PUSH_TIME: "18:00" }),
    );
    await notify(
      systemCtxOf(t),
      ["a", "b", "c"].map((k) => event(moldId, { eventKey: k, subject: k })),
    );
    await dispatch();
    expect(box.mails).toEqual([]);
    // Sets the clock to 18:00 in Shanghai (10:00 UTC), the time of day at which the rule sends its digest.
    s.clock.now = Date.parse("2026-05-20T10:00:00Z");
    await dispatch();
    expect(box.mails).toHaveLength(1);
    expect(box.mails[0]).toMatch(/^Subject: Digest of 3 messages$/m);
    expect(box.mails[0]).toMatch(/Order late: a[\s\S]*Order late: b/);
    expect(await t.admin.list("SYS100", "Q01")).toMatchObject([
      { TITLE: "3 条消息汇总", LINK_PATH: "/system/message" },
    ]);
  });

  it("does not split a digest, although one run sends only some of the messages", async () => {
    const box = await withMail();
    const TO_MAILS = ["a@example.com", "b@example.com", "c@example.com"];
    await write(t.admin, "insert", rule({ PUSH_CYCLE: "day", PUSH_TIME: "18:00", TO_MAILS }));
    const events = Array.from({ length: 60 }, (_, i) =>
      event(moldId, { eventKey: `d${i}`, subject: `d${i}` }),
    );
    await notify(systemCtxOf(t), events);
    s.clock.now = Date.parse("2026-05-20T10:00:00Z");
    for (let i = 0; i < 3; i++) await dispatch();
    const subjects = box.mails.map((m) => /^Subject: (.*)$/m.exec(m)?.[1]);
    expect(new Set(subjects)).toEqual(new Set(["Digest of 60 messages"]));
    expect(subjects.length).toBeGreaterThanOrEqual(TO_MAILS.length);
  });

  it("never sends twice, even with several servers", async () => {
    const box = await withMail();
    await write(t.admin, "insert", rule());
    const events = Array.from({ length: 30 }, (_, i) =>
      event(moldId, { eventKey: `k${i}`, subject: `k${i}` }),
    );
    await Promise.all([1, 2, 3].map(() => notify(systemCtxOf(t), events)));
    await Promise.all([1, 2, 3, 4].map(dispatch));
    await dispatch();
    const subjects = box.mails.map((m) => /^Subject: (.*)$/m.exec(m)?.[1]);
    expect(subjects).toHaveLength(30);
    expect(new Set(subjects).size).toBe(30);
  });

  it("retries with growing pauses, reports a final failure, and is sent again by hand", async () => {
    const box = await withMail();
    await box.close();
    await write(t.admin, "insert", rule());
    await notify(systemCtxOf(t), [event(moldId)]);
    await dispatch();
    expect(await log()).toMatchObject([
      { SEND_STATE: 0, ATTEMPTS: 1, SEND_RESULT: expect.stringMatching(/^S0040\^.*ECONNREFUSED/) },
    ]);
    const again = (u: TestUser, ids: unknown) =>
      u.mitt({ Type: "rf_SendNoticesAgain", InParams: { OUTBOX_IDS: ids } });
    const [{ OUTBOX_ID: id } = {}] = await log();
    expect(await again(t.admin, [id])).toMatchObject({ Msg: "S0212" });
    for (const pause of [1, 5, 15, 60, 240]) {
      await dispatch();
      s.clock.now += pause * minute;
      await dispatch();
    }
    expect(await log()).toMatchObject([{ SEND_STATE: 3, ATTEMPTS: 6 }]);
    expect(await t.admin.list("SYS108", "Q01", where("RULE_ID", "MINE"))).toMatchObject([
      { FAILED_COUNT: 1 },
    ]);
    expect(await again(await t.user("P1"), [id])).toMatchObject({ Msg: "S0020" });
    for (const ids of [null, [], ["1; drop"]]) expect(await again(t.admin, ids)).toMatchObject({ Code: 1 });
    const open = await withMail();
    expect(await again(t.admin, [id])).toMatchObject({ ReturnData: { COUNT: 1 } });
    // A permanent refusal (5xx) is not tried again.
    open.verdict = "550 no such box";
    await dispatch();
    expect(await log()).toMatchObject([
      { SEND_STATE: 3, ATTEMPTS: 1, SEND_RESULT: expect.stringContaining("550") },
    ]);
    open.verdict = "250 kept";
    await again(t.admin, [id]);
    await dispatch();
    expect(await log()).toMatchObject([{ SEND_STATE: 2, SEND_RESULT: "S0039" }]);
    expect(open.mails).toHaveLength(1);
    s.clock.now += 200 * 24 * hour;
    await deleteOldNotices(systemCtxOf(t));
    expect(await t.rows(sql`select 1 from notice_outbox where tenant_id = ${t.id}`)).toEqual([]);
  });

  it("signs webhooks, refuses redirects and private addresses, and shows the signing key once", async () => {
    const h = await withHook();
    await write(t.admin, "insert", rule({ NOTICE_STYLE: ["webhook"], WEBHOOK_URL: h.url }));
    const tell = async (eventKey: string) => {
      await notify(systemCtxOf(t), [event(moldId, { eventKey })]);
      await dispatch();
      const sent = await t.rows<{ send_state: number; send_result: string }>(
        sql`select send_state, send_result from notice_outbox where tenant_id = ${t.id} and event_key = ${eventKey}`,
      );
      return [sent[0]?.send_state, sent[0]?.send_result];
    };
    expect(await tell("unsigned")).toEqual([3, "S0214^SECRET"]);
    const { SECRET } = await t.admin.run<{ SECRET: string }>("rf_NoticeSecret", { RULE_ID: "MINE" });
    expect(await tell("signed")).toEqual([2, "S0012"]);
    const [got] = h.got;
    const timestamp = String(got?.headers["x-shotkeeper-timestamp"]);
    expect(timestamp).toBe(String(noon / 1000));
    expect(got?.headers["x-shotkeeper-signature"]).toBe(signatureOf(SECRET, timestamp, got?.body ?? ""));
    expect(JSON.parse(got?.body ?? "")).toMatchObject({
      TITLE: "Order late: PO1",
      NOTICES: [{ NOTICE_TYPE: "orderLate", CAUSE: { orderId: "PO1" } }],
    });
    const everything = JSON.stringify([
      await t.admin.list("SYS108", "Q01"),
      await t.admin.list("SYS107", "Q01"),
      await log(),
    ]);
    expect(everything).not.toContain(SECRET);
    h.status = 302;
    expect(await tell("moved")).toEqual([3, "S0296^HTTP 302, redirects are not followed"]);
    h.status = 503;
    expect(await tell("busy")).toEqual([0, "S0296^HTTP 503"]);
    const before = h.got.length;
    vi.stubEnv("WEBHOOK_ALLOW_PRIVATE", "off");
    expect(await tell("inside")).toEqual([3, expect.stringContaining("WEBHOOK_ALLOW_PRIVATE")]);
    await write(t.admin, "update", { RULE_ID: "MINE", WEBHOOK_URL: h.url.replace("127.0.0.1", "localhost") });
    expect(await tell("by name")).toEqual([3, expect.stringContaining("WEBHOOK_ALLOW_PRIVATE")]);
    expect(h.got.length).toBe(before);
  });

  it("sends the test of a webhook in the rule's language, as the messages themselves", async () => {
    const h = await withHook();
    await write(t.admin, "insert", rule({ NOTICE_STYLE: ["webhook"], WEBHOOK_URL: h.url }));
    await t.admin.run("rf_NoticeSecret", { RULE_ID: "MINE" });
    const titles: string[] = [];
    for (const LANGUAGE of ["en", "zh_CN"]) {
      await write(t.admin, "update", { RULE_ID: "MINE", LANGUAGE });
      const test = { Type: "rf_TestNotice", InParams: { RULE_ID: "MINE", NOTICE_STYLE: "webhook" } };
      expect(await t.admin.mitt(test)).toMatchObject({ Code: 0 });
      const { TITLE, NOTICES } = JSON.parse(h.got.at(-1)?.body ?? "");
      expect(NOTICES[0].TITLE).toBe(TITLE);
      titles.push(TITLE);
    }
    expect(titles).toEqual([expect.stringMatching(/^Order late/), expect.stringMatching(/[\u4e00-\u9fff]/)]);
  });

  // spec: admin 8.37, 8.38
  it("sends a test: S0039 if sent, S0040 if the server is down, and reports missing settings", async () => {
    await write(t.admin, "insert", rule());
    const test = (NOTICE_STYLE: string, more = {}) =>
      t.admin.mitt({ Type: "rf_TestNotice", InParams: { RULE_ID: "MINE", NOTICE_STYLE, ...more } });
    const me = { E_MAIL: "me@example.com" };
    expect(await test("mail", me)).toMatchObject({ Code: 1, Msg: "S0214^SMTP_URL" });
    expect(await t.admin.run("rf_NoticeChannels")).toEqual({
      MAIL_FROM: null,
      PUBLIC_URL: null,
      PRIVATE: false,
    });
    expect(await test("webhook")).toMatchObject({ Msg: "S0214^WEBHOOK_URL" });
    const box = await withMail();
    expect(await test("mail")).toMatchObject({ Msg: "S0007^E_MAIL" });
    expect(await test("mail", { E_MAIL: "a@b.c, d@e.f" })).toMatchObject({ Msg: "S0200^E_MAIL" });
    expect(await test("mail", me)).toMatchObject({
      Code: 0,
      ReturnData: { CODE: "S0039", TO: "me@example.com" },
    });
    expect(box.mails[0]).toMatch(/^From: Shotkeeper <notice@example.com>$/m);
    await box.close();
    expect(await test("mail", me)).toMatchObject({ Code: 1, Msg: expect.stringMatching(/^S0040\^/) });
    expect(await test("bell")).toMatchObject({ Code: 0 });
    expect(await t.admin.list("SYS100", "Q01")).toHaveLength(1);
    expect(await log()).toEqual([]);
  });
});
