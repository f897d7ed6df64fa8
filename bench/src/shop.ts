import { isDeepStrictEqual, parseArgs } from "node:util";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { buildHttp } from "../../apps/server/src/http/server.ts";
import { readConfig } from "../../apps/server/src/kernel/config.ts";
import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import { openDb } from "../../apps/server/src/kernel/db/open.ts";
import { type Sql, sql } from "../../apps/server/src/kernel/db/sql.ts";
import { makeApp } from "../../apps/server/src/make-app.ts";
import { listen } from "./listen.ts";
import { Load, post } from "./load.ts";
import { type Comparison, compare } from "./measure.ts";
import { record } from "./record.ts";
import { benchLargeCart } from "./shop-cart.ts";
import { customerId, goods, goodsId, makeShop, oems, priceAt } from "./shop-data.ts";
import { copyShopToFloor, prepareShopFloor, shopFloor } from "./shop-floor.ts";

/** Number of concurrent clients. Each client is another customer. */
const clients = 8;
const linesOf = [3, 2] as const;
const lineCount = 5;

interface Operation {
  readonly name: string;
  /** Number of requests per round, for Shotkeeper and for the baseline. A round takes about one second. */
  readonly size: number;
  /** Set if the operation needs a cart with goods. */
  readonly needsCart?: true;
  readonly ours: (n: number) => unknown;
  readonly floor: (n: number) => readonly [path: string, body: unknown];
}

const buyerOf = (n: number) => customerId(n % clients);
/** Returns the id of line `line` in the cart of checkout `n`. No two checkouts of the run share an id. */
const cartId = (n: number, line: number) => 1_000_000 + n * lineCount + line;

/** Returns the lines of checkout `n`. The lines of the first host factory come first. */
const linesAt = (n: number) =>
  linesOf.flatMap((count, oem) =>
    Array.from({ length: count }, (_, i) => {
      const line = oem * linesOf[0] + i;
      const g = Math.floor(n / clients) * lineCount + line;
      const goods_id = goodsId(g);
      const seen = priceAt(g, oem as 0 | 1);
      return {
        g: oem + 1,
        seq: i + 1,
        cart_id: cartId(n, line),
        goods_id,
        oem_name: oems[oem],
        qty: 1 + (n % 3),
        seen,
      };
    }),
  );

const dayOf = () =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Shanghai" })
    .format(Date.now())
    .replaceAll("-", "")
    .slice(2);

const operations: readonly Operation[] = [
  {
    name: "product list",
    size: 400,
    ours: () => ({
      Type: "QueryByID",
      MENU_ID: menus.customer,
      QueryID: "Q21",
      WhereStr: [{ Field: "OEM_NAME", ConditionalCode: "EQ", Value: oems[0], FieldType: "string" }],
      Sort: [],
      Page: 1,
      Limit: 999,
    }),
    floor: (n) => ["/list", { cust: buyerOf(n), oem: oems[0] }],
  },
  {
    name: "add to cart",
    size: 1200,
    ours: (n) => ({
      Type: "rf_AddShoppingCart",
      InParams: {
        GOODS_IDS: [goodsId(Math.floor(n / clients))],
        OEM_NAME: oems[0],
        CUST_ID: buyerOf(n),
        QTY: 1,
        MOLD_TYPE: "plastic",
        SIDE_TYPE: -1,
        MAGNET: 0,
      },
    }),
    floor: (n) => [
      "/add",
      { cust: buyerOf(n), goods: goodsId(Math.floor(n / clients)), oem: oems[0], qty: 1 },
    ],
  },
  {
    name: "whole checkout",
    size: 400,
    needsCart: true,
    ours: (n) => ({
      Type: "rf_CreateCustOrder",
      InParams: {
        CHECKOUT_KEY: `k${n}`,
        DATA: oems.map((oem, i) => ({
          HD_INFO: { OEM_NAME: oem, CUST_ID: buyerOf(n), ORDER_STAT: 0, IS_PAY: "N", POSTAGE_STAT: 1 },
          DT_INFO: linesAt(n)
            .filter((l) => l.g === i + 1)
            .map((l) => ({
              ID: l.cart_id,
              SEQ: l.seq,
              GOODS_ID: l.goods_id,
              QTY: l.qty,
              UNIT_PRICE: l.seen,
              MOLD_TYPE: "plastic",
              SIDE_TYPE: -1,
              MAGNET: 0,
            })),
        })),
      },
    }),
    floor: (n) => [
      "/checkout",
      { cust: buyerOf(n), lines: linesAt(n), key: `k${n}`, day: dayOf(), groups: oems.length },
    ],
  },
];

/** Fills the carts for `count` checkouts. `first` is the number of the first checkout. */
async function fillCarts(db: Db, tenantId: number, side: "ours" | "floor", first: number, count: number) {
  const lines = Array.from({ length: count }, (_, i) =>
    linesAt(first + i).map((l) => ({ ...l, cust_id: buyerOf(first + i) })),
  ).flat();
  const isOurs = side === "ours";
  // A round contains several cart lines with the same product. Their values of MAGNET differ, because equal lines would
  // be merged.
  await db.run(tenantId, [
    sql`
      insert into ${sql.id(isOurs ? "cart_line" : "bench_cart_line")} (
        ${sql.raw(isOurs ? "tenant_id, " : "")}cart_id, cust_id, user_id, goods_id, oem_name,
        order_qty, mold_kind
      )
      select
        ${sql.raw(isOurs ? `${tenantId}, ` : "")}x.cart_id, x.cust_id, x.cust_id, x.goods_id,
        x.oem_name, x.qty, x.cart_id::text
      from json_to_recordset(${JSON.stringify(lines)}::json) x (
        cart_id bigint, cust_id text, goods_id text, oem_name text, qty bigint
      )
    `,
  ]);
}

/**
 * Returns all rows that a checkout has written, without tenant id and times. So the rows of Shotkeeper and the baseline
 * can be compared.
 */
async function leftBehind(db: Db, tenantId: number, prefix: string, key: string): Promise<unknown> {
  const id = (name: string): Sql => sql.id(`${prefix}${name}`);
  const strip = sql.raw("- '{tenant_id,order_date,created_by,created_date,updated_by,updated_date}'::text[]");
  const [heads, lines, rest] = await db.run(tenantId, [
    sql`
      select to_jsonb(t) ${strip} as x
      from ${id("customer_order")} t
      where checkout_key = ${key}
      order by order_no
    `,
    sql`
      select to_jsonb(l) ${strip} as x
      from ${id("customer_order_line")} l
      join ${id("customer_order")} t on t.order_no = l.order_no
      where t.checkout_key = ${key}
      order by l.order_no, l.seq
    `,
    sql`
      select
        (select count(*) from ${id("cart_line")}) as cart,
        (select sum(reserved_qty) from ${id("product")}) as reserved,
        (select order_nos from ${id("checkout")} where checkout_key = ${key}) as nos
    `,
  ]);
  return { heads, lines, rest };
}

/**
 * Measures how many requests of customers per second Shotkeeper's API answers. Compares it with a baseline whose
 * handlers run one SQL statement per request.
 */
export async function benchShop(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      orders: { type: "string", default: "5000" },
      rounds: { type: "string", default: "9" },
      only: { type: "string", default: "" },
      record: { type: "boolean", default: false },
    },
  });
  const db = await openDb({ url: process.env.DATABASE_URL, prepare: prepareShopFloor });
  const tenantId = await makeShop(db, clients, Number(values.orders));
  await copyShopToFloor(db, tenantId);
  const app = makeApp(
    readConfig({ TENANT_REQUESTS_PER_SECOND: "0", LOG_LEVEL: "warn", MQTT_PORT: "off" }),
    db,
    Date.now,
  );
  const ours = await buildHttp(app);
  const floor = shopFloor(db);
  const ask = async (token: string, payload: unknown) => {
    const answer = await ours.inject({
      method: "POST",
      url: "/mitt",
      headers: { [tokenHeader]: token },
      payload: payload as object,
    });
    const { Code, Msg, ReturnData } = answer.json();
    if (Code !== 0) throw new Error(Msg);
    return ReturnData as unknown;
  };
  const admin = await app.sessions.open(tenantId, "admin", "PC", false, Date.now());
  const tokens: string[] = [];
  for (let i = 0; i < clients; i++) {
    const user = {
      CUST_ID: customerId(i),
      USER_ID: customerId(i),
      USER_NAME: "x",
      NEW_PASSWORD: "bench-1234",
    };
    await ask(admin, { Type: "rf_CreateShopUser", InParams: user });
    // Removes the duty to change the first password, so that the bench can call as the user.
    await app.db.run(tenantId, [
      sql`update "user" set must_change_password = false where tenant_id = ${tenantId} and user_id = ${customerId(i)}`,
    ]);
    tokens.push(await app.sessions.open(tenantId, customerId(i), "PC", false, Date.now()));
  }
  const tokenAt = (n: number) => tokens[n % clients] ?? "";
  const load = Load.open();
  const hello = Array.from({ length: clients }, () => new Uint8Array());
  const toOurs = await load.connect("http", await listen(ours), hello);
  const toFloor = await load.connect("http", await listen(floor), hello);
  const askFloor = async ([url, payload]: readonly [string, unknown]) => {
    const answer = await floor.inject({ method: "POST", url, payload: payload as object });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    return answer.json() as unknown;
  };
  console.log(
    `engine ${db.engine}, ${goods} goods, ${values.orders} orders, ${clients} clients, ${values.rounds} rounds`,
  );
  const figures: Record<string, Comparison> = {};
  for (const o of operations.filter((x) => x.name.includes(values.only))) {
    const made = { ours: 0, floor: 0 };
    // Compares the first responses of Shotkeeper and the baseline, because both must do the same work.
    if (o.needsCart) for (const side of ["ours", "floor"] as const) await fillCarts(db, tenantId, side, 0, 1);
    const answers = [
      await ask(tokenAt(made.ours), o.ours(made.ours++)),
      await askFloor(o.floor(made.floor++)),
    ];
    const sides = o.needsCart
      ? [await leftBehind(db, tenantId, "", "k0"), await leftBehind(db, tenantId, "bench_", "k0")]
      : answers;
    if (!isDeepStrictEqual(sides[0], sides[1]))
      throw new Error(`the sides differ:\n${sides.map((s) => JSON.stringify(s).slice(0, 3000)).join("\n")}`);
    const round = async (side: "ours" | "floor") => {
      const first = made[side];
      made[side] += o.size;
      if (o.needsCart) {
        await fillCarts(db, tenantId, side, first, o.size);
        // Updates the planner's statistics after the carts were filled. A server in use has such statistics too:
        // autovacuum, or the job that replaces it, gathers them.
        await db.platform(side === "ours" ? sql`select app_analyze()` : sql`select bench_analyze()`);
      }
      const requests = Array.from({ length: o.size }, (_, i) =>
        side === "ours"
          ? post("/mitt", { [tokenHeader]: tokenAt(first + i) }, o.ours(first + i))
          : post(o.floor(first + i)[0], {}, o.floor(first + i)[1]),
      );
      return load.send(side === "ours" ? toOurs : toFloor, requests);
    };
    const f = await compare(
      Number(values.rounds),
      () => round("floor"),
      () => round("ours"),
    );
    figures[o.name] = f;
    console.log(`${o.name}: floor ${f.floor}/s, ours ${f.ours}/s, ratio ${f.ratio.toFixed(2)}`);
  }
  if ("large cart".includes(values.only))
    await benchLargeCart(app.db, tenantId, customerId(0), (payload) => ask(tokenAt(0), payload));
  if (values.record) record("shop", db.engine, { goods, clients, rounds: Number(values.rounds), figures });
  await load.close();
  await Promise.all([ours.close(), floor.close()]);
  await db.close();
}
