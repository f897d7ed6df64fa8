import { ClientError } from "@shotkeeper/client";
import { wallClock } from "@shotkeeper/ui/time";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { buyer, customerRow, renderShop } from "./testing/render-shop.tsx";

const button = (name: string | RegExp) => page.getByRole("button", { name });
const dialog = () => page.getByRole("dialog");

const head = {
  orderNo: "SO1",
  custId: "C1",
  orderDate: "2026-05-18T03:00:00.000Z",
  oemName: "Huachen",
  orderStat: 0,
  isPaid: false,
  goodsAmount: 936,
  postage: 18,
  postageStat: 1,
  totalAmount: 954,
  invoicingStat: 0,
  statementDays: 30,
  planOutDate: "2026-05-25",
  custCode: null,
  remark: null,
  voucherAt: null,
  rejectReason: null,
  confirmedAt: null,
  carrier: null,
  expressNo: null,
  expressDate: null,
  mergeNo: null,
  deliveredAt: null,
  receivedAt: null,
  orderMonth: "2026-05",
  voucherPaths: [],
  payments: [],
  shipments: [],
  receivedAmount: 0,
  creditedAmount: 0,
  refundedAmount: 0,
  openAmount: 954,
  unreportedAmount: 954,
  refundDue: 0,
  returns: [],
  invoices: [],
};
const lines = [
  {
    orderNo: "SO1",
    seq: 1,
    goodsId: "JS001",
    goodsName: "4G counter",
    goodsModel: "MC-4G",
    goodsUnit: "pc",
    orderQty: 2,
    shippedQty: 0,
    cancelledQty: 0,
    returnedQty: 0,
    exchangedQty: 0,
    unitPrice: 468,
    amount: 936,
    moldKind: "plastic",
    sideType: -1,
    magnet: 0,
    moldNo: null,
  },
];
const orders = (...more: readonly object[]) => ({
  rf_Personal: () => ({ list: more.map((m) => ({ head: { ...head, ...m }, lines })), count: more.length }),
});
const shipped = { orderNo: "SO2", orderStat: 3, expressNo: "SF1234567890", isPaid: true };
const order = (no: string) => page.getByRole("article", { name: no });
const stepsOf = (no: string) =>
  [...order(no).element().querySelectorAll(".ant-steps-item-title")].map((s) => s.textContent);

describe("the personal centre", () => {
  // spec: shop A2.35, A2.37, A4.7
  it("shows orders as cards with their steps, and a card about payments", async () => {
    await renderShop("/Shop/home", orders({}, shipped), buyer());
    await expect.element(order("SO1")).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "How to pay" })).toBeVisible();
    expect(stepsOf("SO1")).toHaveLength(5);
    expect(stepsOf("SO1")[3]).toBe("Shipping");
    expect(stepsOf("SO2")[3]).toBe("Shipped");
    expect(document.title).toBe("My orders – Mold Shop");
  });

  // spec: shop A2.39, A2.40
  it("offers documents of an order: logistics with an express number, a delivery note once it is shipped", async () => {
    const invoice = { invoiceId: "F1", filePath: "/files/9" };
    await renderShop("/Shop/home", orders({}, { ...shipped, invoices: [invoice] }), buyer());
    const of = (no: string, name: string) => order(no).getByRole("button", { name, exact: true });
    for (const name of ["Quotation", "Delivery note", "Invoice", "Track shipment"])
      await expect.element(of("SO2", name)).toBeEnabled();
    await expect.element(of("SO1", "Quotation")).toBeEnabled();
    // An action that cannot be done has no button. The menu shows the action with the reason.
    const reasons = {
      "Delivery note": "Available once shipped",
      Invoice: "Invoice not uploaded",
      "Track shipment": "Express number cannot be empty",
    };
    for (const name of Object.keys(reasons)) expect(of("SO1", name).elements()).toEqual([]);
    await button("Actions: SO1").click();
    for (const [name, reason] of Object.entries(reasons)) {
      const item = page.getByRole("menuitem", { name: new RegExp(name) });
      await expect.element(item).toHaveTextContent(reason);
      await expect.element(item).toHaveAttribute("aria-disabled", "true");
    }
  });

  it("cuts off names of goods in a narrow list, but never quantities", async () => {
    const goodsName = "Mold counter with a very long name for one narrow column";
    const two = [1, 2].map((seq) => ({ ...lines[0], seq, goodsName, orderQty: 1000 + seq }));
    const list = { rf_Personal: () => ({ list: [{ head, lines: two }], count: 1 }) };
    await renderShop("/Shop/home", list, buyer());
    await expect.element(order("SO1")).toHaveTextContent(`${goodsName} × 1001 and 1 more`);
    const goods = order("SO1").element().querySelector(".shop-order-goods");
    const right = (e: Element | null | undefined) => e?.getBoundingClientRect().right ?? 0;
    expect(goods?.firstElementChild?.scrollWidth).toBeGreaterThan(goods?.firstElementChild?.clientWidth ?? 0);
    expect(right(goods?.lastElementChild)).toBeLessThanOrEqual(right(goods));
  });

  it("lets the voucher stand out only if the order waits for it", async () => {
    await renderShop(
      "/Shop/home",
      orders({ statementDays: 1 }, { orderNo: "SO2", statementDays: 1, orderStat: 1 }, { orderNo: "SO3" }),
      buyer(),
    );
    const voucher = (no: string) => order(no).getByRole("button", { name: "Upload voucher" });
    await expect.element(voucher("SO1")).toHaveClass("ant-btn-primary");
    // The buttons of SO2 and SO3 do not stand out: SO2 already has a voucher, and SO3 is paid by monthly statement.
    for (const no of ["SO2", "SO3"]) await expect.element(voucher(no)).not.toHaveClass("ant-btn-primary");
  });

  it("shows 50 orders on two screens, each with its state, amount and next step", async () => {
    await page.viewport(1440, 900);
    const many = Array.from({ length: 50 }, (_, i) => ({ orderNo: `SO${100 + i}`, statementDays: 1 }));
    await renderShop("/Shop/home", orders(...many), buyer());
    await expect.element(order("SO149")).toBeInTheDocument();
    const list = document.querySelector(".shop-orders");
    expect(list?.getBoundingClientRect().height).toBeLessThanOrEqual(1800);
    await expect.element(order("SO149")).toHaveTextContent("Pending payment");
    await expect.element(order("SO149")).toHaveTextContent("954.00");
    await expect.element(order("SO149").getByRole("button", { name: "Upload voucher" })).toBeInTheDocument();
    expect(document.querySelectorAll(".shop-order-details")).toHaveLength(0);
    await page.viewport(1280, 800);
  });

  // spec: shop A6.8
  it("hides the monthly statement from a customer whose MON_DAYS is 1", async () => {
    await renderShop("/Shop/home", orders({}), buyer({ statementDays: 1 }));
    await expect.element(order("SO1")).toBeVisible();
    expect(button("Monthly statement").elements()).toEqual([]);
  });

  // spec: shop A2.41, A2.42
  it("pays several orders of a month from the statement, which has a month, filters and a grid", async () => {
    const row = {
      ...head,
      orderMonth: wallClock().format("YYYY-MM"),
      payDate: "2026-06-30",
      voucherCount: 0,
    };
    await renderShop(
      "/Shop/home",
      { ...orders({}), "OR100.Q10": [row, { ...row, orderNo: "SO3" }] },
      buyer(),
    );
    await button("Monthly statement").click();
    await expect.element(dialog().getByLabelText("Month")).toBeVisible();
    for (const name of ["All", "Unpaid", "Paid"])
      await expect.element(dialog().getByRole("radio", { name, exact: true })).toBeInTheDocument();
    for (const no of ["SO1", "SO3"])
      await dialog()
        .getByRole("row", { name: new RegExp(no) })
        .getByRole("checkbox")
        .click();
    await button("Submit payment voucher").click();
    await expect.element(dialog().last()).toHaveTextContent("2 orders");
  });

  it("shows overpaid money and its refunds at the order and in the statement", async () => {
    const refund = {
      refundNo: "RF1",
      refundAmount: 40,
      refundedOn: "2026-05-20",
      refundReference: "B-1",
    };
    const payment = {
      paymentId: "P1",
      paidAmount: 1054.1,
      paidOn: "2026-05-19",
      paymentStat: 1,
      bookedAmount: 1054.1,
      judgeReason: null,
      creditAmount: 60.1,
      orderNos: ["SO1"],
      filePaths: [],
    };
    const answers = {
      ...orders({ payments: [{ ...payment, refunds: [refund] }] }),
      "OR100.Q10": [],
      "OR101.Q02": [{ ...payment, custId: "C1", orders: "SO1", overpaidAmount: 100.1 }],
      "OR105.Q03": [{ ...refund, custId: "C1", refundKind: 2, paymentId: "P1" }],
    };
    await renderShop("/Shop/home", answers, buyer());
    const texts = [
      "¥60.10 overpaid and not paid back yet",
      "¥40.00 of the overpayment paid back on 2026-05-20, reference B-1",
    ];
    for (const text of texts) await expect.element(order("SO1")).toHaveTextContent(text);
    await button("Monthly statement").click();
    const overpaid = dialog().getByRole("region", { name: "Overpaid" });
    for (const text of ["Overpaid ¥100.10", ...texts]) await expect.element(overpaid).toHaveTextContent(text);
    await expect.element(dialog()).toHaveTextContent("Overpaid, not paid back ¥60.10");
  });

  it("says if overpaid payments cannot be read", async () => {
    const fails = () => {
      throw new ClientError("network", "network");
    };
    const answers = { ...orders({}), "OR100.Q10": [], "OR101.Q02": fails, "OR105.Q03": [] };
    await renderShop("/Shop/home", answers, buyer());
    await button("Monthly statement").click();
    await expect.element(dialog().getByRole("button", { name: "Try again" })).toBeVisible();
  });

  it("does not ask for overpaid payments without the right to read payments", async () => {
    const answers = { ...orders({}), "OR100.Q10": [], "OR101.Q02": [], "OR105.Q03": [] };
    const client = await renderShop("/Shop/home", answers, { ...buyer(), authorities: ["BS103:Q"] });
    await button("Monthly statement").click();
    await expect.element(dialog()).toHaveTextContent("No orders in this month");
    expect(client.requests("OR101.Q02")).toEqual([]);
  });

  // spec: shop A2.42, A8.5
  it("uploads the voucher of one order, and says if the network fails", async () => {
    const fails = () => {
      throw new ClientError("network", "network");
    };
    await renderShop("/Shop/home", { ...orders({}), "/UploadFiles": fails }, buyer());
    await order("SO1").getByRole("button", { name: "Upload voucher" }).click();
    await expect.element(dialog()).toHaveTextContent("SO1");
    const input = document.querySelector<HTMLInputElement>(".ant-modal input[type=file]");
    if (!input) throw new Error("no input for files");
    await userEvent.upload(input, new File(["x"], "receipt.png", { type: "image/png" }));
    await dialog().getByRole("button", { name: "OK" }).click();
    await expect.element(page.getByText("Upload failed.")).toBeVisible();
  });

  it("asks for the amount if all of it is reported already", async () => {
    await renderShop("/Shop/home", orders({ unreportedAmount: 0 }), buyer());
    await order("SO1").getByRole("button", { name: "Upload voucher" }).click();
    await expect.element(dialog()).toHaveTextContent("The whole open amount is reported already");
    await expect.element(dialog().getByLabelText("Amount paid")).toHaveValue("");
  });

  it("searches from the first page", async () => {
    await renderShop("/Shop/home?status=3&page=4", orders({}), buyer());
    await page.getByRole("searchbox", { name: "Search orders" }).fill("SO1");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByTestId("address")).toHaveTextContent(/^\/Shop\/home\?status=3$/);
  });

  // spec: shop A2.44, A9.24
  it("has an address book with a form of an address; on a phone the dialog fills the window", async () => {
    await page.viewport(390, 800);
    await renderShop("/Shop/home", orders({}), buyer());
    await button("Addresses").click();
    await expect.element(dialog()).toHaveTextContent("No addresses yet");
    const { width, height } = document.querySelector(".ant-modal-container")?.getBoundingClientRect() ?? {};
    expect([width, height]).toEqual([390, 800]);
    await button("Add address").click();
    for (const name of ["Consignee", "Mobile number", "Street address"])
      await expect.element(dialog().last().getByLabelText(name, { exact: true })).toBeVisible();
    await page.viewport(1280, 800);
  });

  // spec: shop A7.41
  it("says with the server's text that the user is logged out", async () => {
    const client = await renderShop("/Shop/home", orders({}), buyer());
    await expect.element(order("SO1")).toBeVisible();
    Object.assign(client, { post: async () => ({ Code: 0, Msg: "S0037" }) });
    await button("Log out").click();
    await expect.poll(() => client.tokens.get()).toBeNull();
    await expect.element(page.getByTestId("address")).toHaveTextContent("/login");
  });
});

describe("the header", () => {
  const dev = { ...buyer(), roles: [{ roleCode: "dev", roleName: "Developer" }], authorities: ["SYS111:A"] };

  // spec: shop A2.57, A8.6
  it("has a bell and settings, and says if the browser cannot show the full screen", async () => {
    await renderShop("/Shop/home", orders({}), buyer());
    await expect.element(button(/notice/i)).toBeVisible();
    Object.defineProperty(document, "fullscreenEnabled", { value: false, configurable: true });
    await button("Open user menu").click();
    await expect.element(page.getByRole("menuitem", { name: "Settings" })).toBeVisible();
    await page.getByRole("menuitem", { name: "Full screen" }).click();
    await expect.element(page.getByText("Your browser does not support full screen")).toBeVisible();
    Reflect.deleteProperty(document, "fullscreenEnabled");
  });

  // spec: shop A1.7, A2.56
  it("offers only users of the role dev to refresh statements and to upload packages", async () => {
    await renderShop("/Shop/home", orders({}), dev);
    await button("Open user menu").click();
    for (const name of ["Refresh statements", "Upload server files"])
      await expect.element(page.getByRole("menuitem", { name })).toBeVisible();
    await page.getByRole("menuitem", { name: "Upload web package" }).click();
    await expect
      .element(page.getByTestId("address"))
      .toHaveTextContent("/system/package?kind=client&upload=1");
  });

  // spec: shop A2.56
  it("offers no refresh and no upload to users of other roles", async () => {
    await renderShop("/Shop/home", orders({}), { ...dev, roles: buyer().roles });
    await button("Open user menu").click();
    await expect.element(page.getByRole("menuitem", { name: "Settings" })).toBeVisible();
    for (const name of ["Refresh statements", "Upload web package", "Upload server files"])
      expect(page.getByRole("menuitem", { name }).elements()).toEqual([]);
  });
});

describe("the invoices", () => {
  const invoice = {
    invoiceId: "F1",
    custId: "C1",
    createdDate: "2026-05-18T03:00:00.000Z",
    invoiceType: 0,
    allMoney: 954,
    remark: "May",
    rowStat: 1,
    isInvoiced: false,
    sendBackReason: null,
    filePath: null,
  };
  const issued = {
    ...invoice,
    invoiceId: "F2",
    invoiceType: 1,
    rowStat: 3,
    isInvoiced: true,
    remark: "April",
  };
  const answers = {
    rf_Invoicing: () => ({ total: 3000, invoiceable: 1800, requested: 954, invoiced: 1200 }),
    "OR102.Q23": [invoice, issued],
    "OR100.Q10": [{ ...head, orderStat: 3 }],
  };

  // spec: shop A2.47, A2.50, A2.51, A2.54, A4.17
  it("shows three amounts, the data for invoices, and the list with coloured rows", async () => {
    await renderShop("/Shop/invoice", answers, buyer());
    await expect.element(page.getByRole("tab", { name: "My invoices" })).toBeVisible();
    await expect.poll(() => document.querySelectorAll(".shop-table tbody tr.ant-table-row").length).toBe(2);
    const figures = [...document.querySelectorAll(".shop-figures section")].map((f) => f.textContent);
    // Invoiceable amount: 3,000 − 1,200 (invoiced) − 954 (requested) = 846.
    for (const [i, amount] of ["3,000.00", "846.00", "1,200.00"].entries())
      expect(figures[i]).toContain(amount);
    expect(figures[1]).toContain("requested ¥954.00");
    const card = page.getByRole("heading", { name: "Invoice and delivery" }).element().closest("section");
    for (const fact of [
      customerRow.invoiceTitle,
      customerRow.taxpayerId,
      "Zhao Min",
      "13800001001",
      "纬五路18号",
    ])
      expect(card?.textContent).toContain(fact);
    await expect.element(page.getByRole("link", { name: "Edit" })).toHaveAttribute("href", "/Shop/profile");
    const columns = [...document.querySelectorAll(".shop-table th")].map((c) => c.textContent);
    expect(columns).toEqual(["Requested at", "Invoice type", "Amount", "Remark", "Status", "Action"]);
    const colourOf = (text: string) => {
      const row = [...document.querySelectorAll(".shop-table tbody tr")].find((r) =>
        r.textContent?.includes(text),
      );
      const [red = 0, green = 0, blue = 0] =
        getComputedStyle(row ?? document.body)
          .backgroundColor.match(/[\d.]+/g)
          ?.map(Number) ?? [];
      return { red, green, blue };
    };
    const asked = colourOf("May");
    const made = colourOf("April");
    expect(asked.blue).toBeGreaterThan(asked.red);
    expect(made.green).toBeGreaterThan(made.red);
    expect(made.green).toBeGreaterThan(made.blue);
  });

  // spec: shop A2.52
  it("searches the invoices by a keyword, with Enter and with the button", async () => {
    const client = await renderShop("/Shop/invoice", answers, buyer());
    const box = page.getByRole("searchbox", { name: "Search by remark" });
    await box.fill("May");
    await userEvent.keyboard("{Enter}");
    const keywords = () => client.requests("OR102.Q23").map((r) => JSON.stringify(r.where));
    await expect.poll(() => keywords().at(-1)).toContain('"LIKE","value":"May"');
    await box.fill("April");
    await page.getByRole("button", { name: "search", exact: true }).click();
    await expect.poll(() => keywords().at(-1)).toContain('"LIKE","value":"April"');
  });

  // spec: shop A2.52, A9.16
  it("requests an electronic special invoice in a dialog", async () => {
    const client = await renderShop("/Shop/invoice", { ...answers, rf_GetAutoDocNo: () => "F3" }, buyer());
    await button("Request invoice").click();
    await page.getByRole("row", { name: /SO1/ }).getByRole("checkbox").click();
    await button("Next").click();
    await expect.element(dialog()).toHaveTextContent(customerRow.taxpayerId);
    const sent: unknown[] = [];
    Object.assign(client, {
      post: async (_path: string, body: unknown) => {
        sent.push(body);
        return { Code: 0, Msg: "S0022" };
      },
    });
    await button("Submit").click();
    await expect.poll(() => sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ Type: "DoHDAndDT", HD: { Data: [{ INVOICE_TYPE: 0 }] } });
  });
});
