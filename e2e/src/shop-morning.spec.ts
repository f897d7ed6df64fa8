import { loadLocale } from "@shotkeeper/locales";
import { reportClicks } from "./clicks.ts";
import { expect, openScreen, test } from "./fixtures.ts";
import { Person, stamp } from "./person.ts";

const { bank: t } = await loadLocale("zh_CN");

/** Customer C004 of the demo, the payer of the transfers in the bank statement. */
const payer = "台州黄岩精模科技有限公司";
const oem = "华辰汽车制造有限公司";

interface Order {
  readonly no: string;
  readonly amount: number;
}

/** Places orders of five batteries, which are sent without postage. */
async function placeOrders(count: number): Promise<readonly Order[]> {
  const [customer, staff] = [await Person.of("cust4"), await Person.of("admin")];
  const { list } = await customer.must({
    ...{ Type: "QueryByID", MENU_ID: "BS103", QueryID: "Q21", Page: 1, Limit: 100 },
    WhereStr: [{ Field: "GOODS_ID", ConditionalCode: "EQ", Value: "DC002" }],
  });
  const goods = (list as readonly Record<string, unknown>[]).find((g) => g.OEM_NAME === oem);
  const nos: string[] = [];
  for (let n = 1; n <= count; n++) {
    const { ORDER_NOS } = await customer.run("rf_CreateCustOrder", {
      CHECKOUT_KEY: `${stamp()}-${n}`,
      DATA: [
        {
          HD_INFO: { OEM_NAME: oem, POSTAGE_STAT: 1 },
          DT_INFO: [{ GOODS_ID: "DC002", QTY: 5, UNIT_PRICE: goods?.UNIT_PRICE, MAGNET: -1, SIDE_TYPE: -1 }],
        },
      ],
    });
    nos.push(...(ORDER_NOS as string[]));
  }
  const rows = await Promise.all(nos.map((no) => staff.list("OR100", "ORDER_NO", no)));
  return nos.map((no, i) => ({ no, amount: Number(rows[i]?.[0]?.OPEN_JE) }));
}

test("a clerk's morning: a bank statement pays twelve orders, one of them in part, with two clicks", async ({
  signedIn: page,
}) => {
  const orders = await placeOrders(12);
  const [part] = orders;
  const paid = (o: Order) => (o === part ? 10 : o.amount);
  const today = new Date().toISOString().slice(0, 10).replaceAll("-", "");
  const file = [
    "交易时间,借方发生额（支取）,贷方发生额（收入）,币种,对方户名,对方账号,摘要,备注,交易流水号",
    ...orders.map((o) => `${today},0.00,${paid(o).toFixed(2)},人民币元,${payer},6222,电汇,${o.no},B${o.no}`),
  ].join("\n");
  await openScreen(page, "/sales/voucher/bank");
  let clicks = 0;
  const click = async (name: string | RegExp) => {
    clicks++;
    await page.getByRole("button", { name }).click();
  };
  const chosen = page.waitForEvent("filechooser");
  await click(t.choose);
  await (await chosen).setFiles({ name: "ccb.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  for (const o of orders) await expect(page.locator("section.sk-page")).toContainText(o.no);
  await click(/^入账 12 笔/);
  await expect(page.getByText(/^已入账 12 笔/).first()).toBeVisible();
  expect(clicks).toBe(2);
  reportClicks("bank statement that pays twelve orders, one in part", clicks);

  const staff = await Person.of("admin");
  for (const o of orders) {
    const [row] = await staff.list("OR100", "ORDER_NO", o.no);
    const open = Math.round((o.amount - paid(o)) * 100) / 100;
    expect(row).toMatchObject({ RECEIVED_JE: paid(o), OPEN_JE: open, ORDER_STAT: o === part ? 0 : 2 });
  }
});
