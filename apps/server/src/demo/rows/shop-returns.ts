import type { Actor } from "../base/actor.ts";
import { type Colour, drawPng, storePicture } from "../base/pictures.ts";

/** Data of a demo order that its returns need. */
export interface SoldOrder {
  readonly no: string;
  readonly stat: number;
  readonly isMonthly: boolean;
  /**
   * Number of the order line of which a piece is returned: the line with counters, or the first line if there is none.
   */
  readonly seq: number;
  /** Serial numbers of the counters in the order. */
  readonly serials: readonly string[];
}

const hour = 3_600_000;
const cardboard: Colour = [196, 160, 112];
const shell: Colour = [60, 72, 88];

/** Draws goods in an open parcel. `n` changes the position of the goods, so that no two pictures are equal. */
const parcelPicture = (n: number): Buffer =>
  drawPng((x, y) => {
    const inBox = x > 40 && x < 360 && y > 50 && y < 260;
    if (!inBox) return [228, 232, 236];
    const dx = Math.abs(x - 200 - (n % 5) * 6);
    const dy = Math.abs(y - 155);
    if (dx < 70 && dy < 44) return dx > 58 || dy > 34 ? [92, 106, 124] : shell;
    return (x + y * 2 + n) % 37 < 3 ? [178, 142, 96] : cardboard;
  });

interface Request {
  readonly kind: "cancel" | "return" | "exchange";
  readonly reason: number;
  readonly text: string;
  readonly at: number;
}
const kinds = { cancel: 0, return: 1, exchange: 2 };

/**
 * Requests the cancellation, return or exchange of one piece of an order. Returns the number of the request
 * (`RETURN_NO`).
 */
async function ask(actor: Actor, o: SoldOrder, r: Request): Promise<string> {
  const isWithPicture = r.kind !== "cancel" && r.reason <= 3;
  const owner = { table: null, id: null, userId: "admin", at: r.at };
  const path = isWithPicture
    ? await storePicture(actor, owner, `退换货-${o.no}.png`, parcelPicture(r.at % 97))
    : "";
  const answer = (await actor.run(
    "rf_RequestReturn",
    {
      ORDER_NO: o.no,
      RETURN_KIND: kinds[r.kind],
      LINES: [{ SEQ: o.seq, RETURN_QTY: 1 }],
      SERIALS: r.kind === "cancel" ? [] : o.serials.slice(0, 1),
      RETURN_REASON: r.reason,
      REASON_TEXT: r.text,
      FILE_IDS: isWithPicture ? [path.slice(path.lastIndexOf("/") + 1)] : [],
    },
    r.at,
  )) as { RETURN_NO: string };
  return answer.RETURN_NO;
}

/**
 * Creates cancellations, returns and exchanges in every state. `spare` finds the replacement for an exchanged counter:
 * it returns the serial number of a counter of the same product in stock.
 */
export async function seedReturns(
  actor: Actor,
  orders: readonly SoldOrder[],
  now: number,
  spare: (serial: string) => readonly string[],
): Promise<void> {
  const back = (RETURN_NO: string, o: SoldOrder, at: number, isDamaged = false) =>
    actor.run(
      "rf_ReceiveReturn",
      o.serials.length > 0
        ? { RETURN_NO, [isDamaged ? "DAMAGED_SERIALS" : "SERIALS"]: o.serials.slice(0, 1) }
        : { RETURN_NO, LINES: [{ SEQ: o.seq, GOOD_QTY: isDamaged ? 0 : 1, DAMAGED_QTY: isDamaged ? 1 : 0 }] },
      at,
    );
  const approve = (RETURN_NO: string, at: number) => actor.run("rf_ApproveReturn", { RETURN_NO }, at);
  const refund = (RETURN_NO: string, at: number) =>
    actor.run("rf_SettleReturn", { RETURN_NO, REFUND_REFERENCE: `ICBC${String(at).slice(-8)}` }, at);
  const finished = orders.filter((o) => o.stat === 4).reverse();
  const counters = finished.filter((o) => o.serials.length > 0 && !o.isMonthly);
  const plain = finished.filter((o) => o.serials.length === 0);
  const prepared = orders.filter((o) => o.stat === 2);
  const shipped = orders.filter((o) => o.stat === 3);
  const steps: readonly [SoldOrder | undefined, (o: SoldOrder) => Promise<unknown>][] = [
    [
      shipped[0],
      (o) => ask(actor, o, { kind: "exchange", reason: 1, text: "收到的型号与订单不符", at: now - 3 * hour }),
    ],
    [
      prepared.find((o) => !o.isMonthly),
      async (o) => {
        const no = await ask(actor, o, {
          kind: "cancel",
          reason: 5,
          text: "项目数量减少",
          at: now - 30 * hour,
        });
        await approve(no, now - 28 * hour);
      },
    ],
    [
      shipped[1],
      async (o) => {
        const no = await ask(actor, o, {
          kind: "return",
          reason: 3,
          text: "指示灯不亮",
          at: now - 50 * hour,
        });
        await approve(no, now - 47 * hour);
      },
    ],
    [
      counters[0],
      async (o) => {
        const no = await ask(actor, o, { kind: "return", reason: 2, text: "外壳开裂", at: now - 190 * hour });
        await approve(no, now - 180 * hour);
        await back(no, o, now - 100 * hour, true);
        await refund(no, now - 76 * hour);
      },
    ],
    [
      counters[1],
      async (o) => {
        const no = await ask(actor, o, {
          kind: "exchange",
          reason: 1,
          text: "发错型号",
          at: now - 170 * hour,
        });
        await approve(no, now - 166 * hour);
        await back(no, o, now - 120 * hour);
        const serials = spare(o.serials[0] ?? "");
        await actor.run("rf_PackSerials", { ORDER_NO: o.no, SERIALS: serials }, now - 100 * hour);
        const waybill = { CARRIER: "顺丰速运", EXPRESS_NO: "SF1390000001" };
        await actor.run("rf_ShipOrders", { ORDER_NOS: [o.no], ...waybill }, now - 98 * hour);
        await actor.run("rf_ReceiveOrder", { ORDER_NO: o.no }, now - 50 * hour);
      },
    ],
    [
      counters[2],
      async (o) => {
        const no = await ask(actor, o, {
          kind: "exchange",
          reason: 3,
          text: "计数不准",
          at: now - 80 * hour,
        });
        await approve(no, now - 76 * hour);
        await back(no, o, now - 20 * hour);
      },
    ],
    [
      plain[0],
      async (o) => {
        const RETURN_NO = await ask(actor, o, {
          kind: "return",
          reason: 5,
          text: "不再需要",
          at: now - 60 * hour,
        });
        const JUDGE_REASON = "已超过约定的退货期";
        await actor.run("rf_RefuseReturn", { RETURN_NO, JUDGE_REASON }, now - 58 * hour);
      },
    ],
    [
      plain[1],
      async (o) => {
        const at = now - 40 * hour;
        const RETURN_NO = await ask(actor, o, { kind: "return", reason: 4, text: "下错单", at });
        await actor.run("rf_WithdrawReturn", { RETURN_NO }, now - 39 * hour);
      },
    ],
  ];
  for (const [order, lead] of steps) if (order) await lead(order);
}
