import { errors } from "@shotkeeper/contract/kernel";
import { bankState, bookBankLines, matchBankLines } from "@shotkeeper/contract/shop";
import { sql } from "../../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../../kernel/registry.ts";
import { bookLines, chosenLines } from "./booking.ts";
import { readFacts } from "./facts.ts";
import { type BankLine, withKeys } from "./line.ts";
import { type Match, matchLines, matchReversal } from "./match.ts";
import { readStatement } from "./read-file.ts";

const rowOf = (line: BankLine, lineKey: string, m: Match) => ({
  lineKey,
  lineRow: line.row,
  bankDate: line.day,
  bankAmount: line.amount,
  payerName: line.payerName,
  payerAccount: line.payerAccount,
  bankReference: line.reference,
  bankRemark: line.remark,
  bankState: m.state,
  bankReason: m.reason,
  orderNos: m.orderNos,
});

const nothing: Match = { state: bankState.values.unmatched, reason: "nothing", orderNos: [] };

export const bankCommands: readonly CommandImpl[] = [
  handle(matchBankLines, async (ctx, { bankFile, fileContent }) => {
    const statement = readStatement(fileContent, bankFile, ctx.who.zone);
    const facts = await readFacts(ctx, statement);
    const lines = withKeys(statement.lines, new Set(facts.booked.map((b) => b.key)));
    const matches = matchLines(lines, statement.reversals, facts);
    const rows = [
      ...lines.map((l, i) => rowOf(l, l.key, matches[i] ?? nothing)),
      ...statement.reversals.map((l) => rowOf(l, `reversal-${l.row}`, matchReversal(l, facts))),
    ];
    return {
      lines: rows.sort((a, b) => a.lineRow - b.lineRow),
      orders: facts.orders
        .filter((o) => !o.isCancelled && !o.isWaiting)
        .map((o) => ({ orderNo: o.orderNo, custName: o.custName, openAmount: o.open })),
      payments: facts.payments,
      outgoingCount: statement.outgoing,
      pendingCount: statement.pending,
      hasCurrency: statement.hasCurrency,
      faults: statement.faults.map((f) => ({ lineRow: f.row, lineFault: f.fault })),
    };
  }),

  handle(bookBankLines, async (ctx, { bankFile, fileContent, chosen, isYuan }) => {
    const { tenantId, zone } = ctx.who;
    const { lines, hasCurrency } = readStatement(fileContent, bankFile, zone);
    if (!hasCurrency && isYuan !== true) throw errors.missingField("isYuan");
    const days = [...new Set(lines.map((l) => l.day))];
    return ctx.db.tx(tenantId, async (tx) => {
      const booked = await tx.query(sql<{ key: string }>`
        select line_key as key
        from bank_line
        where tenant_id = ${tenantId} and booked_on = any(${days}::date[])
      `);
      const toBook = chosenLines(chosen, withKeys(lines, new Set(booked.map((b) => b.key))));
      return bookLines(ctx, tx, toBook, bankFile);
    });
  }),
];
