import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import { amountInWords } from "@shotkeeper/contract/shop";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../kernel/db/sql.ts";
import { FileStore } from "../../../kernel/files/file-store.ts";
import { type TestServer, withServer } from "../../../testing/server.ts";
import { makeShop, oem, packCounters, type TestShop } from "../../../testing/shop.ts";

function hasPoppler(): boolean {
  try {
    execFileSync("pdftotext", ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
const poppler = hasPoppler();
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Extracts the text of a PDF with pdftotext, an independent reader. Thousands separators are removed. */
function textOf(pdf: Buffer): string {
  const dir = mkdtempSync(join(tmpdir(), "document-"));
  try {
    writeFileSync(join(dir, "a.pdf"), pdf);
    execFileSync("pdftotext", ["-layout", "a.pdf", "a.txt"], { cwd: dir });
    return readFileSync(join(dir, "a.txt"), "utf8").replace(/(\d),(?=\d{3})/g, "$1");
  } finally {
    rmSync(dir, { recursive: true });
  }
}

describe.skipIf(!poppler)(
  `documents${poppler ? "" : " (skipped: no pdftotext)"}`,
  { timeout: 60_000 },
  () => {
    const count = 60;
    let s: TestServer;
    let shop: TestShop;
    let no = "";
    let lines: Record<string, unknown>[] = [];

    beforeAll(async () => {
      s = await withServer();
      shop = await makeShop(s);
      await shop.t.admin.mitt({
        Type: "update",
        MENU_ID: "BS102",
        TableName: "GOODS_INFO",
        Data: [
          {
            GOODS_ID: "JS001",
            GOODS_NAME: "模具计数器",
            GOODS_NAME_TW: "模具計數器",
            GOODS_NAME_EN: "Mold counter",
            UNIT: "只装",
            GOODS_UNIT_TW: "隻裝",
            GOODS_UNIT_EN: "piece",
          },
        ],
      });
      const ordered = Array.from({ length: count }, (_, i) =>
        i % 3 === 0
          ? { GOODS_ID: "JS001", UNIT_PRICE: 430.56, QTY: 1 + (i % 7), MOLD_TYPE: "hardware", MAGNET: 1 }
          : { GOODS_ID: "DC001", UNIT_PRICE: 32.8, QTY: 1 + (i % 7) },
      );
      const placed = await shop.place(shop.two, [
        { oem: oem(1), lines: ordered, head: { REMARK: "请周五前送到 3 号门", CUST_CODE: "PO-7781" } },
      ]);
      no = (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS[0] ?? "";
      lines = await shop.two.list("OR101", "Q19A", {
        WhereStr: [{ Field: "ORDER_NO", ConditionalCode: "EQ", Value: no }],
      });
    }, 120_000);

    async function print(
      DocCode: string,
      DOC_TYPE: number,
    ): Promise<{ text: string; bytes: Buffer; path: string }> {
      const { PdfPath } = await shop.two.run<{ PdfPath: string }>("rf_PrintToPdf", { DocCode, DOC_TYPE });
      const token = await s.app.sessions.open(shop.t.id, shop.two.userId, "PC", true, s.clock.now);
      const got = await s.http.inject({ method: "GET", url: PdfPath, headers: { [tokenHeader]: token } });
      expect(got.statusCode).toBe(200);
      return { text: textOf(got.rawPayload), bytes: got.rawPayload, path: PdfPath };
    }
    const money = (v: unknown) => Number(v).toFixed(2);

    /** Returns the rows of the document's table: position, code, and the numbers at the end of each line. */
    const rowsOf = (text: string) =>
      text.split("\n").flatMap((l) => {
        const m = /^\s*(\d+)\s+(JS001|DC001)\s+.*?((?:\s+[\d.,]+)+)\s*$/.exec(l);
        return m ? [[Number(m[1]), m[2], ...(m[3] ?? "").trim().split(/\s+/)]] : [];
      });

    // spec: shop A7.30, A9.8
    it("of type quotation show every line, the sums and the amount in words, on numbered pages", async () => {
      const [head] = await shop.two.list("OR100", "Q10", {
        WhereStr: [{ Field: "ORDER_NO", ConditionalCode: "EQ", Value: no }],
      });
      const { text } = await print(no, 1);
      expect(rowsOf(text)).toEqual(
        lines.map((l) => [l.SEQ, l.GOODS_ID, String(l.QTY), money(l.UNIT_PRICE), money(l.JE)]),
      );
      expect(lines).toHaveLength(count);
      for (const words of [
        "报价单",
        no,
        oem(1),
        `SECRET-2-${shop.t.code}`,
        "PO-7781",
        "请周五前送到 3 号门",
        "赵敏 13800001001",
        // The line of a counter shows the counter's configuration. A battery has no configuration.
        "（五金模、圆形磁铁）",
        "浙江省宁波市北仑区纬五路18号",
        `合计：¥ ${money(head?.ALL_JE)}`,
        `运费：${money(head?.POSTAGE)}`,
        `大写金额：${amountInWords(Number(head?.ALL_JE))}`,
      ])
        expect(text.replace(/ +/g, " ")).toContain(words);
      const pages = [...text.matchAll(/第 *(\d+) *页 *\/ *共 *(\d+) *页/g)].map((m) => [
        Number(m[1]),
        Number(m[2]),
      ]);
      expect(pages.length).toBeGreaterThan(1);
      expect(pages).toEqual(pages.map((_, i) => [i + 1, pages.length]));
    });

    // spec: admin 8.36, shop A4.11, A7.30
    it("of type delivery note show every line without prices, after shipping only", async () => {
      expect(await shop.two.mitt({ Type: "rf_PrintToPdf", InParams: { DocCode: no, DOC_TYPE: 2 } })).toEqual({
        Code: 1,
        Msg: "S0038",
      });
      await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS: [no] });
      const counters = lines.filter((l) => l.GOODS_ID === "JS001");
      const serials = await packCounters(
        shop,
        no,
        counters.reduce((n, l) => n + Number(l.QTY), 0),
      );
      await shop.t.admin.run("rf_ShipOrders", {
        ORDER_NOS: [no],
        CARRIER: "顺丰速运",
        EXPRESS_NO: "SF1357924680",
      });
      const { text } = await print(no, 2);
      expect(rowsOf(text)).toEqual(lines.map((l) => [l.SEQ, l.GOODS_ID, String(l.QTY)]));
      expect(text.split("（五金模、圆形磁铁）").length - 1).toBe(
        lines.filter((l) => l.GOODS_ID === "JS001").length,
      );
      for (const words of [
        "送货单",
        no,
        "顺丰速运",
        "SF1357924680",
        `合计数量：${lines.reduce((n, l) => n + Number(l.QTY), 0)}`,
      ])
        expect(text).toContain(words);
      for (const serial of serials) expect(text).toContain(serial);
      expect(text).not.toMatch(/430\.56|大写金额/);
      const [parcel] = await shop.two.list("OR100", "Q11");
      const note = await print(String(parcel?.SHIPMENT_NO), 2);
      expect(rowsOf(note.text)).toEqual(rowsOf(text));
      for (const words of [String(parcel?.SHIPMENT_NO), no, "SF1357924680", ...serials])
        expect(note.text).toContain(words);
    });

    it("of type statement show every order of the month; equal content is the same file", async () => {
      const { text, path, bytes } = await print("2026-05", 3);
      const [head] = await shop.two.list("OR100", "Q10", {
        WhereStr: [{ Field: "ORDER_NO", ConditionalCode: "EQ", Value: no }],
      });
      for (const words of ["月结对账单", no, "2026-05", money(head?.ALL_JE)]) expect(text).toContain(words);
      const again = await print("2026-05", 3);
      expect(again.path).toBe(path);
      expect(again.bytes.equals(bytes)).toBe(true);
    });

    it("say where to pay, how much and with which reference, when and how long they are valid", async () => {
      const payee = {
        ACCOUNT_HOLDER: "示例模具科技有限公司",
        OPEN_BANK: "Example Bank Ningbo",
        BANK_ACCOUNT: "6222 0000 9999",
      };
      const add = (row: Record<string, unknown>, user = shop.t.admin) =>
        user.mitt({ Type: "insert", MENU_ID: "OR109", TableName: "SHOP_PAYEE", Data: [row] });
      expect(await add(payee)).toMatchObject({ Code: 0 });
      expect(await add({ ...payee, BANK_ACCOUNT: "" })).toEqual({ Code: 1, Msg: "S0007^BANK_ACCOUNT" });
      expect(await add({ ...payee, BANK_ACCOUNT: "1" }, shop.two)).toMatchObject({ Code: 1 });
      expect(await shop.two.list("OR109", "Q01")).toMatchObject([payee]);
      const [head] = await shop.two.list("OR100", "Q10", {
        WhereStr: [{ Field: "ORDER_NO", ConditionalCode: "EQ", Value: no }],
      });
      const flat = ({ text }: { text: string }) => text.replace(/ +/g, " ");
      const quotation = flat(await print(no, 1));
      for (const words of [
        "收款账户",
        ...Object.values(payee),
        `转账附言：${no}`,
        "开具日期：2026-05-20",
        "有效期至：2026-06-19",
      ])
        expect(quotation).toContain(words);
      expect(quotation).toContain(`应付金额：¥ ${money(head?.OPEN_JE)}`);
      expect(flat(await print("2026-05", 3))).toContain("转账附言：C2 2026-05");
      expect(flat(await print(no, 2))).not.toContain("收款账户");
      // The document of a paid or cancelled order names no account to pay to.
      const placed = await shop.place(shop.two, [
        { oem: oem(1), lines: [{ GOODS_ID: "DC001", UNIT_PRICE: 32.8 }] },
      ]);
      const [other = ""] = (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS;
      const receive = (isPaid: boolean) =>
        shop.t.rows(sql`
          update customer_order
          set is_paid = ${isPaid}, received_amount = case when ${isPaid} then total_amount else 0 end
          where tenant_id = ${shop.t.id} and order_no = ${other}
        `);
      expect(flat(await print(other, 1))).toContain("收款账户");
      await receive(true);
      expect(flat(await print(other, 1))).not.toContain("收款账户");
      await receive(false);
      await shop.t.admin.run("rf_CancelUnpaid", { ORDER_NOS: [other], CANCEL_REASON: "x" });
      expect(flat(await print(other, 1))).not.toContain("收款账户");
    });

    it("of type statement show overpaid money", async () => {
      expect((await print("2026-05", 3)).text).not.toContain("多付未退金额");
      await shop.t.rows(sql`
        insert into payment (tenant_id, payment_id, cust_id, payment_stat, paid_amount, paid_on, booked_amount)
        values (${shop.t.id}, 'overpaid', 'C2', 1, 60.1, '2026-05-19', 60.1)
      `);
      expect((await print("2026-05", 3)).text.replace(/ +/g, " ")).toContain("多付未退金额：¥ 60.10");
    });

    it("are in English if they are asked for in English, with a name that says what they are", async () => {
      const asked = { DocCode: no, DOC_TYPE: 1, LANGUAGE: "en" };
      const made = await shop.two.run<{ PdfPath: string; FILE_NAME: string }>("rf_PrintToPdf", asked);
      expect(made.FILE_NAME).toBe(`Quotation-${no}.pdf`);
      const token = await s.app.sessions.open(shop.t.id, shop.two.userId, "PC", true, s.clock.now);
      const got = await s.http.inject({
        method: "GET",
        url: made.PdfPath,
        headers: { [tokenHeader]: token },
      });
      const text = textOf(got.rawPayload);
      for (const words of ["Quotation", "Valid until: 2026-06-19", "Transfer reference", "Page 1 of"])
        expect(text.replace(/ +/g, " ")).toContain(words);
      expect(text).not.toMatch(/报价|合计|编码|五金模|大写/);
    });

    it("show names and units in their language, or in simplified Chinese if one is missing", async () => {
      const namesIn = async (LANGUAGE: string | null) => {
        const asked = { DocCode: no, DOC_TYPE: 1, LANGUAGE };
        const { PdfPath } = await shop.two.run<{ PdfPath: string }>("rf_PrintToPdf", asked);
        const token = await s.app.sessions.open(shop.t.id, shop.two.userId, "PC", true, s.clock.now);
        const got = await s.http.inject({ method: "GET", url: PdfPath, headers: { [tokenHeader]: token } });
        const text = textOf(got.rawPayload);
        const names = ["Mold counter", "模具計數器", "模具计数器", "Goods DC001", "piece", "隻裝", "只装"];
        return names.filter((name) => text.replace(/ +/g, " ").includes(name));
      };
      expect(await namesIn("en")).toEqual(["Mold counter", "Goods DC001", "piece"]);
      expect(await namesIn("zh_TW")).toEqual(["模具計數器", "Goods DC001", "隻裝"]);
      expect(await namesIn(null)).toEqual(["模具计数器", "Goods DC001", "只装"]);
      // The order keeps the product names and units that were valid when it was placed.
      await shop.t.admin.mitt({
        Type: "update",
        MENU_ID: "BS102",
        TableName: "GOODS_INFO",
        Data: [{ GOODS_ID: "JS001", GOODS_NAME_EN: "Other name", GOODS_UNIT_EN: "box" }],
      });
      expect(await namesIn("en")).toEqual(["Mold counter", "Goods DC001", "piece"]);
    });

    it.each(["2026-13", "2026-00", "2026-5"])("of month %s are refused", async (DocCode) => {
      expect(await shop.two.mitt({ Type: "rf_PrintToPdf", InParams: { DocCode, DOC_TYPE: 3 } })).toEqual({
        Code: 1,
        Msg: "S0200^DocCode",
      });
    });

    it("carry the tenant's logo, and omit a broken logo", async () => {
      const { t } = shop;
      const store = new FileStore(join(s.app.config.dataDir, "files"));
      const set = async (bytes: Buffer) => {
        const { id } = await store.write(t.id, "sign.png", Readable.from([bytes]));
        await t.rows(
          sql`
          insert into file_info (
            tenant_id, file_id, file_name, file_path, file_size, media_type, file_code, created_by,
            created_date
          )
          values (
            ${t.id}, ${id}, 'sign.png', ${`/files/${id}`}, ${bytes.length}, 'image/png', ${id},
            'admin', now()
          )
        `,
        );
        await t.rows(sql`update tenant set logo = ${`/files/${id}`} where tenant_id = ${t.id}`);
      };
      const pictures = (pdf: Buffer) => pdf.toString("latin1").split("/Subtype /Image").length - 1;
      expect(pictures((await print(no, 1)).bytes)).toBe(0);
      await set(png);
      expect(pictures((await print(no, 1)).bytes)).toBeGreaterThan(0);
      await set(png.subarray(0, 40));
      const { bytes, text } = await print(no, 1);
      expect(pictures(bytes)).toBe(0);
      expect(text).toContain(no);
    });
  },
);
