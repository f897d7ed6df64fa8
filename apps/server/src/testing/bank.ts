import { BankLedger } from "@shotkeeper/contract/shop";
import type { TestShop } from "./shop.ts";

export interface BankRow {
  readonly amount: number | string;
  readonly remark?: string;
  readonly payer?: string;
  /** Transaction number of the bank. A row without a number gets a new one. */
  readonly no?: string;
  /** Day as the bank writes it. */
  readonly day?: string;
}
let n = 0;

/** Returns a bank statement with these rows, in base64. The columns are those of China Construction Bank (CCB). */
export function bankFile(payer: string, rows: readonly BankRow[]): string {
  const head = "交易时间,借方发生额（支取）,贷方发生额（收入）,币种,对方户名,对方账号,摘要,备注,交易流水号";
  const lines = rows.map((r) => {
    const no = r.no ?? `N${++n}`;
    const { day = "20260519", amount, remark = "" } = r;
    return `${day},0.00,${amount},人民币元,${r.payer ?? payer},6222,电汇,${remark},${no}`;
  });
  return Buffer.from([head, ...lines].join("\n")).toString("base64");
}

export type MatchedLine = Record<string, unknown> & {
  readonly LINE_KEY: string;
  readonly BANK_JE: number;
  readonly ORDER_NOS: readonly string[];
};
export interface Found {
  readonly LINES: readonly MatchedLine[];
  readonly ORDERS: readonly { readonly ORDER_NO: string; readonly OPEN_JE: number }[];
  readonly PAYMENTS: readonly {
    readonly PAYMENT_ID: string;
    readonly PAID_JE: number;
    readonly ORDER_NOS: readonly string[];
    readonly IS_CONFIRMED: string;
  }[];
  readonly [name: string]: unknown;
}
const latest = new Map<string, Found>();

/** Finds the orders that the lines of a bank statement pay (rf_MatchBankLines). */
export async function matchFile(shop: TestShop, FILE_CONTENT: string): Promise<Found> {
  const found = await shop.t.admin.run<Found>("rf_MatchBankLines", { BANK_FILE: "ccb.csv", FILE_CONTENT });
  latest.set(FILE_CONTENT, found);
  return found;
}

/**
 * Returns the value of the input `CHOSEN` of rf_BookBankLines, as the page sends it: for each line its orders, their
 * open amounts and a payment, as rf_MatchBankLines answered (`found`). If `orders` is given, each line gets these
 * orders instead.
 */
export function chosenLines(
  found: Found | undefined,
  lines: readonly (MatchedLine | undefined)[],
  orders?: readonly string[],
  isNew = false,
) {
  const open = new Map(found?.ORDERS.map((o) => [o.ORDER_NO, o.OPEN_JE]));
  const ledger = new BankLedger(
    [...open].map(([orderNo, openAmount]) => ({ orderNo, openAmount })),
    (found?.PAYMENTS ?? []).map((p) => ({
      paymentId: p.PAYMENT_ID,
      paidAmount: p.PAID_JE,
      orderNos: p.ORDER_NOS,
      isConfirmed: p.IS_CONFIRMED === "Y",
    })),
  );
  return lines.map((l) => {
    const line = { amount: l?.BANK_JE ?? 0, orderNos: orders ?? l?.ORDER_NOS ?? [], isNew };
    const plan = ledger.planOf(line);
    ledger.book(line, plan);
    return {
      LINE_KEY: l?.LINE_KEY,
      ORDERS: line.orderNos.map((ORDER_NO) => ({ ORDER_NO, OPEN_JE: open.get(ORDER_NO) ?? 0 })),
      PAYMENT_ID: plan.payment?.paymentId ?? null,
    };
  });
}

/**
 * Books lines of a bank statement as the page does: with the latest answer of rf_MatchBankLines for this file. If
 * `orders` is given, each line gets these orders instead.
 */
export function bookFile(
  shop: TestShop,
  FILE_CONTENT: string,
  lines: readonly (MatchedLine | undefined)[],
  orders?: readonly string[],
  { isNew = false, isYuan }: { readonly isNew?: boolean; readonly isYuan?: "Y" } = {},
) {
  shop.t.server.clock.now += 1000;
  const CHOSEN = chosenLines(latest.get(FILE_CONTENT), lines, orders, isNew);
  return shop.t.admin.mitt({
    Type: "rf_BookBankLines",
    InParams: { BANK_FILE: "ccb.csv", FILE_CONTENT, CHOSEN, IS_YUAN: isYuan ?? null },
  });
}
