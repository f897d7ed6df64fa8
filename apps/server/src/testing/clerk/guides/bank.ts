import { orderStat } from "@shotkeeper/contract/enumerations";
import { chosenLines, type Found } from "../../bank.ts";
import { pick } from "../pick.ts";
import type { Known } from "../world.ts";
import { type Guides, latestOf, type Moment, rowsOf, rowWith, whole } from "./guide.ts";

const isUnpaid = (o: Known) => o.orderStat !== orderStat.values.awaitingApproval && Number(o.openAmount) > 0;

/**
 * Returns a bank statement in base64, with the columns of China Construction Bank (CCB). Each order is paid in full, in
 * part or in excess.
 */
function statementOf(m: Moment, orders: readonly Known[]): string {
  const head = "交易时间,借方发生额（支取）,贷方发生额（收入）,币种,对方户名,对方账号,摘要,备注,交易流水号";
  const day = new Date(m.world.now).toISOString().slice(0, 10).replaceAll("-", "");
  const rows = orders.map((o) => {
    const open = Number(o.openAmount);
    const amount = pick(m.random, [open, open, Math.max(0.01, Math.floor(open / 2)), open + 3]) ?? open;
    const payer = String(rowWith(m.world, "BS_CUST", "custId", o.custId)?.custName ?? "");
    // Some transfers do not name the order, so the server must match them by payer and amount.
    const remark = m.random() < 0.8 ? o.orderNo : "";
    return `${day},0.00,${amount.toFixed(2)},人民币元,${payer},6222,电汇,${remark},B${whole(m, 1, 9e9)}`;
  });
  return Buffer.from([head, ...rows].join("\n")).toString("base64");
}

const bankFile = "ccb.csv";

/** Operations on bank statements: the file is matched with orders, and the chosen lines are booked. */
export const bankGuides: Guides = {
  rf_MatchBankLines: {
    about: "CUST_ORDER_HD",
    fits: isUnpaid,
    values(m) {
      const others = rowsOf(m.world, "CUST_ORDER_HD").filter((o) => isUnpaid(o) && m.random() < 0.1);
      const orders = [m.row, ...others.filter((o) => o.orderNo !== m.row.orderNo)];
      return { bankFile, fileContent: statementOf(m, orders) };
    },
    next: "rf_BookBankLines",
    weight: 6,
  },
  rf_BookBankLines: {
    values({ world, userId }) {
      const matched = latestOf(world, userId, "rf_MatchBankLines");
      if (!matched) return undefined;
      const found = matched.answer as Found;
      const chosen = chosenLines(
        found,
        found.LINES.filter((l) => l.ORDER_NOS.length > 0),
      );
      if (chosen.length === 0) return undefined;
      return { bankFile, fileContent: matched.input.FILE_CONTENT, chosen, isYuan: null };
    },
  },
};
