import { menus } from "@shotkeeper/contract/menus";
import { sql } from "../../kernel/db/sql.ts";
import { finishOrdersOf } from "../../modules/production/index.ts";
import type { Actor } from "../base/actor.ts";
import { day, hour } from "../base/catalog.ts";
import { between, chance, pick, whole } from "../base/random.ts";
import type { MoldSpec } from "../fleet/molds.ts";
import type { Deed } from "./commands.ts";
import { technicianOf } from "./staff.ts";
import { remembered, tolerant } from "./steps.ts";

/** Maximum time from the beginning of a mold's oldest order to the end of the generated history, ms. */
const keptMs = 150 * day;
const reasons = [
  "客户减量，余量取消",
  "设计变更，改用新版本",
  "模具维修，转至备用模生产",
  "计划调整，并入下月订单",
];
const parameters = ["料温 230 ℃，模温 60 ℃", "黑色，皮纹面 MT11010", "烘料 80 ℃ × 4 h，回料 ≤ 10 %", null];

/** Returns whether the mold has production orders. The other molds produce without orders. */
const hasOrders = (m: MoldSpec) =>
  m.index % 3 !== 2 && !["scrapped", "bare", "storage"].includes(m.situation ?? "");

/** Returns the expected number of shots in a period at the mold's average pace. */
const expected = (m: MoldSpec, ms: number) => (ms / m.cycleMs) * m.duty * 0.86;
const rounded = (shots: number) => Math.max(500, Math.round(shots / 500) * 500);

/**
 * Returns the actions of an order in time order: enter (at `latest` or before), submit, audit, start, and end at
 * `until`. If the planned shots are made by then, the order is done. Otherwise the rest is cancelled if `until` is
 * before the end of the generated history (`epoch`). `n` is the order's number within the mold.
 */
function orderDeeds(
  actor: Actor,
  m: MoldSpec,
  epoch: number,
  n: number,
  begin: number,
  lengthMs: number,
  until: number,
  latest = Number.POSITIVE_INFINITY,
): Deed[] {
  const plant = technicianOf(m.plantId);
  // Gives most orders a realistic quantity. One order in ten is too large and will be late.
  const ambition =
    chance("ambition", m.index, n) < 0.1
      ? between(1.15, 1.5, "much", m.index, n)
      : between(0.45, 0.8, "shots", m.index, n);
  const at = Math.min(begin - between(2, 6, "entered", m.index, n) * day, latest);
  const remark = `客户订单 ${m.project.no.slice(0, 2)}${4500 + m.index}-${String(n + 1).padStart(2, "0")}`;
  const find = remembered(() => orderOf(actor, m.no, remark));
  const step = async (name: string, when: number, who: string, more: object = {}) => {
    const orderId = await find();
    if (orderId)
      await tolerant(() =>
        actor.run(`rf_${name}Order`, { ORDER_ID: orderId, ...more }, Math.round(when), who),
      );
  };
  const deeds: Deed[] = [
    {
      at,
      run: async () => {
        if (await find()) return;
        const orderId = await actor.run("rf_GetAutoDocNo", { DOC_ID: "PO" }, Math.round(at));
        const row = {
          ORDER_ID: orderId,
          MOLD_NO: m.no,
          ORDER_TIMES: rounded(expected(m, lengthMs) * ambition),
          PRODUCTNUM: m.row.PRODUCT_NO,
          PRODUCT_PARAMETER: pick(parameters, "parameter", m.index, n),
          PS_DATE: new Date(begin).toISOString(),
          PE_DATE: new Date(begin + lengthMs).toISOString(),
          REMARK: remark,
        };
        await actor.write("insert", [menus.productionOrder, "PRD_ORDER"], [row], Math.round(at));
      },
      isApart: true,
    },
    { at: at + 3 * hour, run: () => step("Submit", at + 3 * hour, plant), isApart: true },
    { at: at + 26 * hour, run: () => step("Audit", at + 26 * hour, "admin"), isApart: true },
    { at: begin, run: () => step("Start", begin, plant) },
  ];
  if (until < Number.POSITIVE_INFINITY)
    deeds.push({
      at: until,
      run: async () => {
        await finishOrdersOf(actor.ctx(Math.round(until), "system"), m.no);
        // Cancels the rest of an unfinished order. If the order is finished, the server refuses, and the refusal is
        // ignored.
        if (until < epoch)
          await step("Close", until, plant, { CLOSE_REASON: pick(reasons, "reason", m.index, n) });
      },
    });
  return deeds;
}

/**
 * Returns the actions on the orders of a mold. The orders follow each other. The last order is in progress unless its
 * planned shots are made, and some molds have a waiting order.
 */
export function orderDeedsOf(actor: Actor, m: MoldSpec, epoch: number): Deed[] {
  if (!hasOrders(m)) return [];
  const deeds: Deed[] = [];
  let begin = Math.max(m.startsAt + 10 * day, epoch - keptMs * between(0.3, 1, "orders", m.index));
  for (let n = 0; begin <= epoch; n++) {
    const lengthMs = between(9, 26, "length", m.index, n) * day;
    const next = begin + lengthMs * between(1.02, 1.25, "next", m.index, n);
    // Checks the last order at the end of the history: the order is done if its planned shots are made. The periodic
    // job, which would check this, does not run while the history is generated.
    deeds.push(...orderDeeds(actor, m, epoch, n, begin, lengthMs, Math.min(next, epoch)));
    begin = next + hour;
  }
  // Adds an order that has not started: it is a draft, waits for its audit, or is audited.
  if (m.index % 2 === 0) {
    const soon = epoch + between(2, 9, "soon", m.index) * day;
    const steps = whole(1, 3, "steps", m.index);
    const lengthMs = between(8, 20, "length", m.index, 99) * day;
    const [never, latest] = [Number.POSITIVE_INFINITY, epoch - 30 * hour];
    deeds.push(...orderDeeds(actor, m, epoch, 99, soon, lengthMs, never, latest).slice(0, steps));
  }
  return deeds.filter((d) => d.at <= epoch);
}

/**
 * Returns the id of the mold's order with the remark `mark`. So an order is not created a second time if the history is
 * generated again.
 */
async function orderOf(actor: Actor, moldNo: string, mark: string): Promise<string | undefined> {
  const { tenantId, app } = actor;
  const [rows] = await app.db.run(tenantId, [
    sql`select order_id from production_order where tenant_id = ${tenantId} and mold_no = ${moldNo}
      and remark = ${mark}`,
  ]);
  return rows?.[0] ? String(rows[0].order_id) : undefined;
}
