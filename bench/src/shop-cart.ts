import { menus } from "@shotkeeper/contract/menus";
import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import { sql } from "../../apps/server/src/kernel/db/sql.ts";
import { goods, goodsId, oems, priceAt } from "./shop-data.ts";

/** Number of lines of the large cart. */
const lineCount = 300;
/** Number of calls of each operation. */
const calls = 60;

type Ask = (payload: unknown) => Promise<unknown>;

/** Latencies of one operation, ms. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
}

async function latencyOf(work: (n: number) => Promise<unknown>): Promise<Latency> {
  const times: number[] = [];
  for (let n = 0; n < calls; n++) {
    const start = performance.now();
    await work(n);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95) };
}

/**
 * Puts 300 different lines into the cart of a customer's user. The id of this user is equal to the customer's id.
 * Returns the ids of the lines.
 */
async function fillCart(db: Db, tenantId: number, custId: string): Promise<readonly number[]> {
  const [rows] = await db.run(tenantId, [
    sql<{ id: number }>`
      insert into cart_line (
        tenant_id, cust_id, user_id, goods_id, oem_name, order_qty, mold_kind, magnet, created_by, created_date
      )
      select
        ${tenantId}::int, ${custId}, ${custId}, 'G' || lpad((n % ${goods}::int)::text, 4, '0'), ${oems[0]}, 1 + n % 9,
        'kind ' || n, -1, 'bench', now()
      from generate_series(0, ${lineCount - 1}::int) n
      returning cart_id::float8 as id
    `,
  ]);
  return rows.map((r) => r.id);
}

/** Measures a cart of 300 lines: showing it, changing a quantity, checking a list of 300 rows, and the checkout. */
export async function benchLargeCart(
  db: Db,
  tenantId: number,
  custId: string,
  ask: Ask,
): Promise<Readonly<Record<string, Latency>>> {
  await db.run(tenantId, [sql`delete from cart_line where tenant_id = ${tenantId} and cust_id = ${custId}`]);
  const ids = await fillCart(db, tenantId, custId);
  const rows = Array.from({ length: lineCount }, (_, n) => ({ GOODS_ID: goodsId(1 + 3 * n), QTY: 1 }));
  const shop = { MENU_ID: menus.shop, TableName: "SHOPPING_CART" };
  const figures = {
    "show the cart": await latencyOf(() =>
      ask({ Type: "QueryByID", MENU_ID: menus.shop, QueryID: "Q20", Page: 1, Limit: 1000 }),
    ),
    "change a quantity": await latencyOf((n) =>
      ask({ Type: "update", ...shop, Data: [{ ID: ids[n], QTY: 2 + (n % 7) }] }),
    ),
    "check a list": await latencyOf(() =>
      ask({ Type: "rf_QuickOrder", InParams: { OEM_NAME: oems[0], CHECK_ONLY: "Y", ROWS: rows } }),
    ),
    "check out": await latencyOf((n) =>
      ask({
        Type: "rf_CreateCustOrder",
        InParams: {
          CHECKOUT_KEY: `large${n}`,
          DATA: [
            {
              HD_INFO: { OEM_NAME: oems[0], CUST_ID: custId, POSTAGE_STAT: 1 },
              DT_INFO: rows.map(({ GOODS_ID }, i) => ({
                GOODS_ID,
                QTY: 1,
                UNIT_PRICE: priceAt(1 + 3 * i, 0),
                MOLD_TYPE: "plastic",
                SIDE_TYPE: -1,
                MAGNET: -1,
              })),
            },
          ],
        },
      }),
    ),
  };
  for (const [name, { p50, p95 }] of Object.entries(figures))
    console.log(`${lineCount} lines, ${name}: p50 ${p50} ms, p95 ${p95} ms`);
  return figures;
}
