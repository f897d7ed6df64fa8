import { orderStat, paymentStat } from "@shotkeeper/contract/enumerations";
import { heldQtyOf, openQtyOf, returnKind, returnStat, serialState } from "@shotkeeper/contract/shop";
import { pick } from "../pick.ts";
import type { Known, World } from "../world.ts";
import { type Guides, type Moment, rowsOf, rowWith, whole } from "./guide.ts";

const { financeConfirmed } = orderStat.values;
const { confirmed } = paymentStat.values;
const { requested, approved, toSettle } = returnStat.values;
const { cancel, exchange } = returnKind.values;
const { shipped } = serialState.values;

const pieces = (l: Known) => ({
  orderQty: Number(l.orderQty),
  shippedQty: Number(l.shippedQty),
  cancelledQty: Number(l.cancelledQty),
  returnedQty: Number(l.returnedQty),
  exchangedQty: Number(l.exchangedQty),
});

/** Returns the kinds of return that are possible for the pieces of an order line. */
function kindsOf(l: Known, w: World): readonly number[] {
  const order = rowWith(w, "CUST_ORDER_HD", "orderNo", l.orderNo);
  if (!order || Number(order.orderStat) < financeConfirmed) return [];
  return [
    ...(order.orderStat === financeConfirmed && openQtyOf(pieces(l)) > 0 ? [cancel] : []),
    ...(heldQtyOf(pieces(l)) > 0 ? [returnKind.values.return, exchange] : []),
  ];
}

const inState =
  (...states: readonly number[]) =>
  (r: Known) =>
    states.some((s) => s === r.returnStat);

/** Returns the received pieces of a return: counters as serial numbers, other goods as quantities. */
function backOf({ world, row, random }: Moment) {
  const lines = rowsOf(world, "CUST_RETURN_DT").filter((l) => l.returnNo === row.returnNo);
  const isDamaged = random() < 0.3;
  const serials: unknown[] = [];
  const counted = lines.flatMap((l) => {
    const own = rowsOf(world, "GOODS_SERIAL").filter(
      (s) => s.orderNo === l.orderNo && s.seq === l.seq && s.serialState === shipped,
    );
    serials.push(...own.slice(0, Number(l.returnQty)).map((s) => s.chipCode));
    const qty = own.length > 0 ? 0 : Number(l.returnQty);
    return [{ SEQ: l.seq, GOOD_QTY: isDamaged ? 0 : qty, DAMAGED_QTY: isDamaged ? qty : 0 }];
  });
  if (lines.length === 0) return undefined;
  return {
    returnNo: row.returnNo,
    lines: counted,
    serials: isDamaged ? null : serials,
    damagedSerials: isDamaged ? serials : null,
  };
}

/** Operations that take goods of an order back. */
export const returnGuides: Guides = {
  rf_RequestReturn: {
    about: "CUST_ORDER_DT",
    fits: (l, w) => kindsOf(l, w).length > 0,
    values(m) {
      const kind = pick(m.random, kindsOf(m.row, m.world)) ?? cancel;
      const most = kind === cancel ? openQtyOf(pieces(m.row)) : heldQtyOf(pieces(m.row));
      return {
        orderNo: m.row.orderNo,
        returnKind: kind,
        lines: [{ SEQ: m.row.seq, RETURN_QTY: whole(m, 1, most) }],
        serials: null,
        returnReason: 5,
        fileIds: null,
      };
    },
    weight: 6,
  },
  rf_WithdrawReturn: { about: "CUST_RETURN", fits: inState(requested, approved), weight: 1 },
  rf_ApproveReturn: { about: "CUST_RETURN", fits: inState(requested), weight: 6 },
  rf_RefuseReturn: { about: "CUST_RETURN", fits: inState(requested, approved), weight: 1 },
  rf_ReceiveReturn: { about: "CUST_RETURN", fits: inState(approved), values: backOf, weight: 6 },
  rf_SettleReturn: {
    about: "CUST_RETURN",
    fits: (r) => r.returnStat === toSettle && r.returnKind !== exchange,
    values: (m) => ({
      isCredit: m.random() < 0.3 ? "Y" : "N",
      // Some refunds are paid in two parts.
      refundAmount: m.random() < 0.3 ? 1 : null,
      refundedOn: null,
    }),
    weight: 6,
  },
  rf_RefundOverpaid: {
    about: "CUST_PAYMENT",
    fits: (p) => p.paymentStat === confirmed && Number(p.bookedAmount) > 0,
    values: (m) => ({ refundAmount: m.random() < 0.3 ? 1 : null, refundedOn: null }),
    weight: 1,
  },
};
