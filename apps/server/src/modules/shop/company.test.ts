import { menus } from "@shotkeeper/contract/menus";
import { userStatus } from "@shotkeeper/contract/system";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { freshCode, logIn, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop, uploaded } from "../../testing/shop.ts";
import { expireOrders, notifySales } from "./index.ts";

const day = 86_400_000;
let s: TestServer;
let shop: TestShop;
/** The company's first person, who is its approver. */
let first: TestUser;
let buyer: TestUser;
beforeEach(async () => {
  s = await withServer();
  shop = await makeShop(s);
  first = shop.one;
  buyer = await invited(first, 0);
});

/** Returns a matcher for the answer of a call that is refused with this code. */
const refusal = (code: string) => expect.objectContaining({ Code: 1, Msg: code });
const run = (user: TestUser, Type: string, InParams: Record<string, unknown>) =>
  user.mitt({ Type, InParams });

async function enter(userId: string): Promise<TestUser> {
  await shop.t.rows(
    sql`update "user" set must_change_password = false where tenant_id = ${shop.t.id} and user_id = ${userId}`,
  );
  return logIn(s, shop.t.id, userId);
}

/** Invites a person and logs in as that person. */
async function invited(by: TestUser, COMPANY_ROLE: number): Promise<TestUser> {
  const E_MAIL = `${freshCode("p").toLowerCase()}@buyer.example`;
  const answer = await by.run("rf_InvitePerson", { E_MAIL, USERNAME: "Han Mei", COMPANY_ROLE });
  expect(answer).toMatchObject({ USER_ID: E_MAIL, PASSWORD: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/) });
  return enter(E_MAIL);
}

interface Placed {
  readonly ORDER_NOS: readonly string[];
  readonly NEEDS_APPROVAL: string;
}
const lines = [{ GOODS_ID: "LAST", UNIT_PRICE: 10, QTY: 3 }];
async function order(user: TestUser = buyer, of: readonly Record<string, unknown>[] = lines, key?: string) {
  const placed = await shop.place(user, [{ oem: oem(1), lines: of }], key);
  expect(placed).toMatchObject({ Code: 0 });
  const { ORDER_NOS, NEEDS_APPROVAL } = placed.ReturnData as Placed;
  return { no: ORDER_NOS[0] ?? "", needsApproval: NEEDS_APPROVAL };
}
const head = async (no: string) => (await shop.t.admin.list("OR100", "Q01", where("ORDER_NO", no)))[0];
const reserved = async () =>
  (await shop.t.admin.list("OR104", "Q01", where("GOODS_ID", "LAST")))[0]?.RESERVED_QTY;
const limit = (APPROVAL_ABOVE: number | null, user = first) =>
  run(user, "rf_SetApproval", { APPROVAL_ABOVE });
const approve = (no: string, user = first) => run(user, "rf_ApproveOrders", { ORDER_NOS: [no] });
const refuse = (no: string, user = first, CANCEL_REASON: unknown = "not in the budget") =>
  run(user, "rf_RefuseOrders", { ORDER_NOS: [no], CANCEL_REASON });
const pay = async (no: string, user = buyer) =>
  run(user, "rf_UploadVoucher", { ORDER_NOS: [no], FILE_IDS: [await uploaded(shop.t, user)] });
interface People {
  readonly PEOPLE: readonly Record<string, unknown>[];
  readonly IS_MANAGER: string;
  readonly APPROVAL_ABOVE: number | null;
}
const people = (user = first, CUST_ID?: string) => user.run<People>("rf_CompanyPeople", { CUST_ID });

it("the first person of a company invites people, changes their roles and disables them", async () => {
  expect(await people()).toMatchObject({
    IS_MANAGER: "Y",
    APPROVAL_ABOVE: null,
    PEOPLE: [
      { USER_ID: first.userId, COMPANY_ROLE: 0, IS_APPROVER: "Y", IS_ENABLED: "Y", IS_INVITED: "N" },
      { USER_ID: buyer.userId, COMPANY_ROLE: 0, IS_APPROVER: "N", IS_ENABLED: "Y" },
    ],
  });
  expect(await people(buyer)).toMatchObject({ IS_MANAGER: "N" });
  expect(await people(shop.t.admin, "C1")).toMatchObject({ IS_MANAGER: "N", PEOPLE: [{}, {}] });
  // A buyer cannot change people. An approver cannot change people of another company, nor the approver's own account.
  const change = (user: TestUser, USER_ID: string, COMPANY_ROLE = 1, IS_ENABLED = "Y") =>
    run(user, "rf_ChangePerson", { USER_ID, COMPANY_ROLE, IS_ENABLED });
  expect(await change(buyer, first.userId)).toEqual(refusal("S0020"));
  expect(await limit(0, buyer)).toEqual(refusal("S0020"));
  const someone = { E_MAIL: "a@b.example", USERNAME: "x", COMPANY_ROLE: 1 };
  expect(await run(buyer, "rf_InvitePerson", someone)).toEqual(refusal("S0020"));
  expect(await run(shop.t.admin, "rf_InvitePerson", someone)).toEqual(refusal("S0020"));
  expect(await change(first, shop.two.userId)).toEqual(refusal("S0202^USER_ID"));
  expect(await change(first, first.userId, 0)).toEqual(refusal("S0240"));
  expect(await run(first, "rf_InvitePerson", { ...someone, E_MAIL: "no address" })).toEqual(
    refusal("S0200^E_MAIL"),
  );
  const again = { ...someone, E_MAIL: buyer.userId.toUpperCase() };
  expect(await run(first, "rf_InvitePerson", again)).toEqual(refusal("S0029^E_MAIL"));
  // A person whom staff have disabled stays disabled until staff enable the person again.
  const byStaff = (STATUS: number) =>
    shop.t.admin.mitt({
      Type: "update",
      MENU_ID: menus.user,
      TableName: "SYS_USER",
      Data: [{ USER_ID: buyer.userId, STATUS }],
    });
  expect(await byStaff(userStatus.values.disabled)).toMatchObject({ Code: 0 });
  expect(await change(first, buyer.userId, 0)).toEqual(refusal("S0020"));
  expect(await byStaff(userStatus.values.enabled)).toMatchObject({ Code: 0 });
  buyer = await logIn(s, shop.t.id, buyer.userId);
  // Once the company has an approver, its first person has only the rights of a buyer.
  expect(await change(first, buyer.userId)).toMatchObject({ Code: 0 });
  expect(await people(buyer)).toMatchObject({
    IS_MANAGER: "Y",
    PEOPLE: [{ IS_APPROVER: "N" }, { IS_APPROVER: "Y" }],
  });
  expect(await limit(0)).toEqual(refusal("S0020"));
  // A disabled person is logged out at once.
  expect(await change(buyer, first.userId, 1, "N")).toMatchObject({ Code: 0 });
  expect(await run(first, "rf_CompanyPeople", {})).toEqual(refusal("S0010"));
});

describe("a disabled person", () => {
  const change = (USER_ID: string, IS_ENABLED: string, by = first) =>
    run(by, "rf_ChangePerson", { USER_ID, COMPANY_ROLE: 0, IS_ENABLED });
  const byStaff = (row: object) =>
    shop.t.admin.mitt({
      Type: "update",
      MENU_ID: menus.user,
      TableName: "SYS_USER",
      Data: [{ USER_ID: buyer.userId, ...row }],
    });
  const isBlocked = async () => (await people()).PEOPLE.find((p) => p.USER_ID === buyer.userId)?.IS_BLOCKED;

  it("is enabled again by the approver who disabled the person, although staff edited it since", async () => {
    expect(await change(buyer.userId, "N")).toMatchObject({ Code: 0 });
    expect(await byStaff({ USERNAME: "Han Meimei" })).toMatchObject({ Code: 0 });
    expect(await isBlocked()).toBe("N");
    expect(await change(buyer.userId, "Y")).toMatchObject({ Code: 0 });
  });

  it("stays disabled by staff, although someone of the company has edited the person since", async () => {
    expect(await byStaff({ STATUS: userStatus.values.disabled })).toMatchObject({ Code: 0 });
    await shop.t.rows(sql`
      update "user" set updated_by = ${first.userId}
      where tenant_id = ${shop.t.id} and user_id = ${buyer.userId}
    `);
    expect(await isBlocked()).toBe("Y");
    expect(await change(buyer.userId, "Y")).toEqual(refusal("S0020"));
    // After staff have enabled the person again, an approver may disable the person.
    expect(await byStaff({ STATUS: userStatus.values.enabled })).toMatchObject({ Code: 0 });
    expect(await isBlocked()).toBe("N");
    expect(await change(buyer.userId, "N")).toMatchObject({ Code: 0 });
    expect(await change(buyer.userId, "Y")).toMatchObject({ Code: 0 });
  });
});

it("an invited approver takes over with the first log-in, and not before", async () => {
  const E_MAIL = `${freshCode("p").toLowerCase()}@buyer.example`;
  await first.run("rf_InvitePerson", { E_MAIL, USERNAME: "Li Lei", COMPANY_ROLE: 1 });
  await limit(0);
  expect(await people()).toMatchObject({ IS_MANAGER: "Y" });
  const { no } = await order();
  expect(await approve(no)).toMatchObject({ Code: 0 });
  const approver = await enter(E_MAIL);
  expect(await limit(1)).toEqual(refusal("S0020"));
  expect(await limit(1, approver)).toMatchObject({ Code: 0 });
  // Staff give the new approver a one-time password. The earlier approver (`first`) must not become an approver again,
  // although the new one must change the password first.
  await shop.t.admin.run("rf_ResetPassword", { USER_ID: E_MAIL });
  expect(await limit(2)).toEqual(refusal("S0020"));
});

it("a buyer's order above the amount waits, holds its stock, and is paid after the approval", async () => {
  // The order costs 48 yuan: goods of 30 yuan and postage of 18 yuan.
  expect(await limit(47.99)).toMatchObject({ Code: 0 });
  expect((await order(buyer, lines)).needsApproval).toBe("Y");
  expect(await limit(48)).toMatchObject({ Code: 0 });
  expect((await order()).needsApproval).toBe("N");
  expect(await limit(0)).toMatchObject({ Code: 0 });
  const key = freshCode("k");
  const { no } = await order(buyer, lines, key);
  expect(await order(buyer, lines, key)).toEqual({ no, needsApproval: "Y" });
  expect(await reserved()).toBe(9);
  expect(await head(no)).toMatchObject({ ORDER_STAT: -3, NEEDS_APPROVAL: "Y", ORDERED_BY: "Han Mei" });
  expect(await first.run("rf_CustSum", {})).toMatchObject({ WaitApproveCount: 2, WaitPayCount: 1 });
  const { list } = (await first.run("rf_Personal", { ORDER_STAT: -3 })) as { list: unknown[] };
  expect(list).toHaveLength(2);
  // Only an approver of the company can approve the order: not the buyer, staff or another company. A payment is
  // refused too.
  for (const user of [buyer, shop.t.admin]) expect(await approve(no, user)).toEqual(refusal("S0020"));
  expect(await approve(no, shop.two)).toEqual(refusal("S0202^ORDER_NO"));
  expect(await pay(no)).toEqual(refusal("S0212"));
  expect(await run(shop.t.admin, "rf_ConfirmPayment", { ORDER_NOS: [no] })).toEqual(refusal("S0212"));
  expect(await run(shop.t.admin, "rf_ShipOrders", { ORDER_NOS: [no], EXPRESS_NO: "SF7770000001" })).toEqual(
    refusal("S0212"),
  );
  expect(await approve(no)).toMatchObject({ Code: 0 });
  expect(await head(no)).toMatchObject({ ORDER_STAT: 0, APPROVE_BY: first.userId });
  expect(await approve(no)).toEqual(refusal("S0212"));
  expect(await reserved()).toBe(9);
  expect(await pay(no)).toMatchObject({ Code: 0 });
  expect(await run(shop.t.admin, "rf_ConfirmPayment", { ORDER_NOS: [no] })).toMatchObject({ Code: 0 });
  expect(await head(no)).toMatchObject({ ORDER_STAT: 2 });
});

describe("the limit of a company", () => {
  const needs = async (user = buyer) => (await order(user)).needsApproval;

  it("is not avoided by several orders of one day, and applies again the next day", async () => {
    // Each order costs 48 yuan, so the third order of the day exceeds the limit of 100 yuan.
    await limit(100);
    expect([await needs(), await needs(), await needs()]).toEqual(["N", "N", "Y"]);
    expect(await buyer.run("rf_CustSum", {})).toMatchObject({ TodayMoney: 96 });
    // Each person has a separate sum for the day. An order that waits for approval, or was approved, does not count.
    const other = await invited(first, 0);
    await limit(30);
    const { no, needsApproval } = await order(other, [{ GOODS_ID: "J002", UNIT_PRICE: 15 }]);
    expect(needsApproval).toBe("Y");
    await approve(no);
    expect(await other.run("rf_CustSum", {})).toMatchObject({ TodayMoney: 0 });
    await limit(100);
    s.clock.now += day;
    expect(await buyer.run("rf_CustSum", {})).toMatchObject({ TodayMoney: 0 });
  });

  it("does not count cancelled orders", async () => {
    await limit(50);
    const { no } = await order();
    await run(shop.t.admin, "rf_CancelUnpaid", { ORDER_NOS: [no], CANCEL_REASON: "sold out" });
    expect(await needs()).toBe("N");
    expect(await needs()).toBe("Y");
  });

  it("is not avoided by several orders at once", async () => {
    await limit(50);
    const one = [{ GOODS_ID: "J007", UNIT_PRICE: 25 }];
    for (let round = 0; round < 3; round++) {
      const placed = await Promise.all([order(buyer, one), order(buyer, one), order(buyer, one)]);
      expect(placed.map((p) => p.needsApproval).sort()).toEqual(["N", "Y", "Y"]);
      s.clock.now += day;
    }
  });
});

it("an approver's own order does not wait, and an order that staff enter does", async () => {
  await limit(0);
  expect((await order(first)).needsApproval).toBe("N");
  const placed = await shop.place(shop.t.admin, [{ oem: oem(1), lines, head: { CUST_ID: "C1" } }]);
  expect(placed).toMatchObject({ Code: 0, ReturnData: { NEEDS_APPROVAL: "Y" } });
  // A buyer who became an approver may approve their own earlier order, because a new order of theirs would need no
  // approval either.
  const { no } = await order();
  await first.run("rf_ChangePerson", { USER_ID: buyer.userId, COMPANY_ROLE: 1, IS_ENABLED: "Y" });
  expect(await approve(no, buyer)).toMatchObject({ Code: 0 });
});

it("of two approvers who decide at once, one succeeds and the stock is given back once", async () => {
  await limit(0);
  const second = await invited(first, 1);
  await second.run("rf_ChangePerson", { USER_ID: first.userId, COMPANY_ROLE: 1, IS_ENABLED: "Y" });
  for (let round = 0; round < 5; round++) {
    const { no } = await order();
    const answers = await Promise.all([approve(no), refuse(no, second), approve(no, second), refuse(no)]);
    expect(answers.filter((a) => a.Code === 0)).toHaveLength(1);
    for (const a of answers.filter((x) => x.Code !== 0)) expect(a).toEqual(refusal("S0212"));
    const stat = (await head(no))?.ORDER_STAT;
    expect(await reserved()).toBe(stat === 0 ? 3 : 0);
    if (stat === 0)
      await first.mitt({
        Type: "delete",
        MENU_ID: "OR100",
        TableName: "CUST_ORDER_HD",
        Data: [{ ORDER_NO: no }],
      });
    expect(await reserved()).toBe(0);
  }
  // Two approvers disable each other at the same time. One of them must stay enabled.
  const disable = (by: TestUser, USER_ID: string) =>
    run(by, "rf_ChangePerson", { USER_ID, COMPANY_ROLE: 1, IS_ENABLED: "N" });
  const both = await Promise.all([disable(first, second.userId), disable(second, first.userId)]);
  expect(both.filter((a) => a.Code === 0)).toHaveLength(1);
});

it("a refused, withdrawn, cancelled or expired order gives its stock back and tells why", async () => {
  await limit(0);
  const { no: refused } = await order();
  expect(await refuse(refused, first, null)).toEqual(refusal("S0007^CANCEL_REASON"));
  expect(await refuse(refused)).toMatchObject({ Code: 0 });
  expect(await head(refused)).toMatchObject({
    ORDER_STAT: -2,
    CANCEL_REASON: "not in the budget",
    CANCEL_BY: first.userId,
    OPEN_JE: 0,
  });
  expect(await refuse(refused)).toEqual(refusal("S0212"));
  expect(await reserved()).toBe(0);
  const { no: withdrawn } = await order();
  const remove = {
    Type: "delete",
    MENU_ID: "OR100",
    TableName: "CUST_ORDER_HD",
    Data: [{ ORDER_NO: withdrawn }],
  };
  expect(await buyer.mitt(remove)).toMatchObject({ Code: 0 });
  const { no: byStaff } = await order();
  const cancel = { ORDER_NOS: [byStaff], CANCEL_REASON: "sold out" };
  expect(await run(shop.t.admin, "rf_CancelUnpaid", cancel)).toMatchObject({ Code: 0 });
  expect(await reserved()).toBe(0);
  const { no: late } = await order();
  const { no: decided } = await order();
  s.clock.now += 6 * day;
  await approve(decided);
  s.clock.now += day;
  await expireOrders(systemCtxOf(shop.t));
  expect(await head(late)).toMatchObject({ ORDER_STAT: -2, CANCEL_BY: "system" });
  // The time to pay begins again with the approval, so the approved order does not expire yet.
  expect(await head(decided)).toMatchObject({ ORDER_STAT: 0 });
  expect(await reserved()).toBe(3);
});

it("notifies approvers of waiting orders, the buyer of the decision, and staff after the approval", async () => {
  await limit(0);
  const told = async () => {
    s.clock.now += 60_000;
    const [before] = await shop.t.rows<{ n: number }>(
      sql`select coalesce(max(outbox_id), 0) as n from notice_outbox`,
    );
    await notifySales(systemCtxOf(shop.t));
    await notifySales(systemCtxOf(shop.t));
    const rows = await shop.t.rows<{ text: string }>(sql`
      select style || ' ' || receiver || ': ' || title as text
      from notice_outbox
      where tenant_id = ${shop.t.id} and outbox_id > ${before?.n ?? 0} and style = 'bell'
      order by outbox_id
    `);
    return rows.map((r) => r.text);
  };
  const { no } = await order();
  expect(await told()).toEqual([`bell ${first.userId}: 订单 ${no} 等待您审批`]);
  await approve(no);
  expect((await told()).sort()).toEqual([
    `bell ${shop.t.admin.userId}: 新订单 ${no}`,
    `bell ${buyer.userId}: 您的订单 ${no} 已审批通过，可以付款`,
  ]);
  const { no: other } = await order();
  await told();
  await refuse(other);
  expect((await told()).sort()).toEqual(
    [buyer, first].map((u) => `bell ${u.userId}: 订单 ${other} 未获审批，已取消`).sort(),
  );
});

it("orders of one payment cause one notice, and an order on monthly terms waits before it is prepared", async () => {
  const a = await order(first);
  const b = await order(first);
  const FILE_IDS = [await uploaded(shop.t, first)];
  await first.run("rf_UploadVoucher", { ORDER_NOS: [a.no, b.no], FILE_IDS });
  s.clock.now += 60_000;
  await notifySales(systemCtxOf(shop.t));
  const rows = await shop.t.rows<{ title: string }>(sql`
    select title from notice_outbox where tenant_id = ${shop.t.id} and notice_type = 'saleVoucher'
  `);
  expect(rows.map((r) => r.title)).toEqual([
    `订单 ${[a.no, b.no].sort().join(", ")} 已上传付款凭证，请确认收款`,
  ]);
  await limit(0, shop.two);
  const person = await invited(shop.two, 0);
  const { no } = await order(person);
  expect(await run(shop.t.admin, "rf_ConfirmPayment", { ORDER_NOS: [no] })).toEqual(refusal("S0212"));
  expect(await approve(no, shop.two)).toMatchObject({ Code: 0 });
  expect(await run(shop.t.admin, "rf_ConfirmPayment", { ORDER_NOS: [no] })).toMatchObject({ Code: 0 });
  expect(await head(no)).toMatchObject({ ORDER_STAT: 2 });
});
