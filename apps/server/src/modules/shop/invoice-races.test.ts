import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { freshCode, type TestServer, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop, uploaded, withVoucher } from "../../testing/shop.ts";

// Skipped on the embedded database: it has one connection, so two transactions never overlap there.
describe.skipIf(!process.env.DATABASE_URL)(
  "an invoice that is cancelled while it changes (only PostgreSQL)",
  () => {
    let s: TestServer;
    let shop: TestShop;
    beforeAll(async () => {
      s = await withServer();
      shop = await makeShop(s);
    });

    const staff = (Type: string, InParams: object) => shop.t.admin.mitt({ Type, InParams });
    const cancel = (ID: string) => staff("rf_CancelInvoice", { ID, CANCEL_REASON: "wrong title" });

    const request = (no: string, ID: string) =>
      shop.one.mitt({
        Type: "DoHDAndDT",
        MENU_ID: "OR102",
        HD: { TableName: "INVOICE_HD", Data: [{ ID, INVOICE_TYPE: 0 }] },
        DT: [{ TableName: "INVOICE_DT", Data: [{ ID, SEQ: 1, ORDER_NO: no }] }],
      });
    const issue = async (ID: string) =>
      staff("rf_IssueInvoice", { ID, FILE_ID: await uploaded(shop.t, shop.t.admin, "application/pdf") });

    /** Makes a paid order with an issued invoice. */
    async function invoiced(): Promise<{ readonly no: string; readonly id: string }> {
      const lines = [{ GOODS_ID: "J007", UNIT_PRICE: 25, QTY: 3 }];
      const placed = await shop.place(shop.one, [{ oem: oem(1), lines }]);
      const no = (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS[0] ?? "";
      await withVoucher(shop, [no]);
      await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS: [no] });
      const id = freshCode("FP");
      expect(await request(no, id)).toMatchObject({ Code: 0 });
      expect(await issue(id)).toMatchObject({ Code: 0 });
      return { no, id };
    }
    const invoices = () => shop.t.admin.list("OR102", "Q01");
    const stateOf = async (no: string) =>
      (await shop.t.admin.list("OR100", "Q01")).find((o) => o.ORDER_NO === no)?.INVOICING_STAT;

    it("is cancelled once", async () => {
      for (let i = 0; i < 5; i++) {
        const { no, id } = await invoiced();
        const answers = await Promise.all([cancel(id), cancel(id), cancel(id)]);
        expect(answers.map((a) => a.Msg).sort()).toEqual(["S0012", "S0212", "S0212"]);
        expect(await stateOf(no)).toBe(0);
      }
    });

    it("is either cancelled, or gets a red-letter invoice for the returned pieces", async () => {
      for (let i = 0; i < 8; i++) {
        const { no, id } = await invoiced();
        const { RETURN_NO } = await shop.one.run<{ RETURN_NO: string }>("rf_RequestReturn", {
          ORDER_NO: no,
          RETURN_KIND: 0,
          LINES: [{ SEQ: 1, RETURN_QTY: 1 }],
          RETURN_REASON: 5,
        });
        const approve = () => staff("rf_ApproveReturn", { RETURN_NO });
        const [first, second] = await Promise.all(
          i % 2 === 0 ? [cancel(id), approve()] : [approve(), cancel(id)],
        );
        const [cancelled, approved] = i % 2 === 0 ? [first, second] : [second, first];
        expect(approved).toMatchObject({ Code: 0 });
        const red = (await invoices()).find((r) => r.RED_OF === id);
        expect(cancelled?.Msg).toBe(red === undefined ? "S0012" : `S0484^${String(red.ID)}`);
        expect(await stateOf(no)).toBe(red === undefined ? 0 : 2);
      }
    });

    it("locks its orders first, so it never waits for a return that waits for it", async () => {
      const { no, id } = await invoiced();
      let answer: Promise<unknown> | undefined;
      await s.app.db.tx(shop.t.id, async (tx) => {
        const ofTenant = sql`where tenant_id = ${shop.t.id}`;
        await tx.query(sql`select 1 from customer_order ${ofTenant} and order_no = ${no} for update`);
        answer = cancel(id);
        await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 500))]);
        await tx.query(sql`select 1 from invoice ${ofTenant} and invoice_id = ${id} for update nowait`);
      });
      expect(await answer).toMatchObject({ Code: 0 });
    });

    it("makes its order free for one new request", async () => {
      for (let i = 0; i < 5; i++) {
        const { no, id } = await invoiced();
        const again = freshCode("FP");
        const [cancelled, requested] = await Promise.all([cancel(id), request(no, again)]);
        expect(cancelled).toMatchObject({ Code: 0 });
        if (requested?.Code !== 0) expect(await request(no, again)).toMatchObject({ Code: 0 });
        expect(await stateOf(no)).toBe(1);
      }
    });
  },
);
