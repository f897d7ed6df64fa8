import { menus } from "@shotkeeper/contract/menus";
import { sql } from "../../kernel/db/sql.ts";
import type { Actor } from "../base/actor.ts";
import { day } from "../base/catalog.ts";
import { type Colour, drawPng, storePicture } from "../base/pictures.ts";
import { between, whole } from "../base/random.ts";
import { customerRows } from "./customers.ts";
import { priceOf } from "./products.ts";
import { seedCompany } from "./shop-company.ts";
import { type SoldOrder, seedReturns } from "./shop-returns.ts";
import { seedSignUps } from "./shop-sign-ups.ts";

/** Log-ins of customers' users. All have the demo's password. */
const shopUsers = [
  { id: "cust", custId: "C001" },
  { id: "cust2", custId: "C003" },
  { id: "cust3", custId: "C008" },
  { id: "cust4", custId: "C004" },
] as const;

const huachen = "华辰汽车制造有限公司";
const yueju = "悦居电器股份有限公司";
/**
 * Rows that assign host factories to customers. Some customers belong to both host factories and have to choose one
 * when they order.
 */
const customerOemRows = customerRows.flatMap((c, i) =>
  i % 3 === 2
    ? [{ CUST_ID: c.CUST_ID, OEM_NAME: c.DEFAULT_OEM }]
    : [huachen, yueju].map((OEM_NAME) => ({ CUST_ID: c.CUST_ID, OEM_NAME })),
);

const addressRows = [
  ["C001", "赵敏", "13800001001", "浙江省", "宁波市", "北仑区", "小港街道纬五路 18 号 2 号门", "Y"],
  ["C001", "吴磊", "13800001021", "浙江省", "宁波市", "慈溪市", "龙山镇慈东大道 66 号仓库", "N"],
  ["C003", "宋佳", "13800001003", "山东省", "青岛市", "黄岛区", "江山南路 108 号 3 号厂房", "Y"],
  ["C008", "何敏仪", "13800001008", "广东省", "佛山市", "高明区", "荷城街道兴盛路 5 号", "Y"],
].map(([CUST_ID, REC_MAN, REC_TEL, REC_PROVINCE, REC_CITY, REC_EXPAREA, REC_ADDR, IS_DEFAULT]) => ({
  CUST_ID,
  REC_MAN,
  REC_TEL,
  REC_PROVINCE,
  REC_CITY,
  REC_EXPAREA,
  REC_ADDR,
  IS_DEFAULT,
}));

/** Bank accounts to which the customers pay. */
const payeeRows = [
  {
    ACCOUNT_HOLDER: "佛山市模具计数科技有限公司",
    OPEN_BANK: "中国工商银行佛山高明支行",
    BANK_ACCOUNT: "2013 0192 0920 0000 188",
    BANK_CODE: "102588000188",
  },
];

/** Combinations of goods that are typical for one order. */
const baskets: readonly (readonly (readonly [id: string, qty: number, kind?: "hardware"])[])[] = [
  [
    ["JS001", 2],
    ["J002", 2],
  ],
  [
    ["JS002", 2],
    ["DC001", 10],
  ],
  [
    ["JS001", 1, "hardware"],
    ["J007", 1],
  ],
  [["DC002", 5]],
  [["LL001", 20]],
  [
    ["JS002", 1],
    ["CT001", 4],
    ["LL001", 4],
  ],
  [
    ["WG001", 1],
    ["JS003", 1],
  ],
  [["DC001", 3]],
];

interface Past {
  readonly custId: string;
  readonly ago: number;
  readonly stat: number;
}

/**
 * Returns the orders of the past months. Old orders are completed. The latest orders of each user are in different
 * states, so that every state occurs.
 */
function pastOf(): readonly Past[] {
  const past: Past[] = [];
  for (const { custId } of shopUsers) {
    for (let ago = 130; ago > 14; ago -= whole(9, 17, "shop gap", custId, ago))
      past.push({ custId, ago, stat: 4 });
    [3, 3, 2, 1, 0].forEach((stat, i) => {
      past.push({ custId, ago: 11 - i * 2 - between(0, 1, "shop new", custId, i), stat });
    });
  }
  return past.sort((a, b) => b.ago - a.ago);
}

async function placeOrder(actor: Actor, p: Past, n: number, now: number): Promise<string> {
  const basket = baskets[n % baskets.length] ?? [];
  const customer = customerRows.find((c) => c.CUST_ID === p.custId);
  const own = customerOemRows.filter((o) => o.CUST_ID === p.custId).map((o) => o.OEM_NAME);
  const oem = n % 4 === 3 ? (own.at(-1) ?? "") : (customer?.DEFAULT_OEM ?? "");
  const lines = basket.map(([GOODS_ID, QTY, kind]) => ({
    GOODS_ID,
    QTY,
    UNIT_PRICE: priceOf(GOODS_ID, oem),
    MOLD_TYPE: kind ?? "plastic",
    MAGNET: 0,
    SIDE_TYPE: kind === "hardware" && GOODS_ID.startsWith("JS") ? 1 : -1,
  }));
  const head = {
    CUST_ID: p.custId,
    OEM_NAME: oem,
    POSTAGE_STAT: 1,
    CUST_CODE: n % 2 === 0 ? `PO-${2600 + n}` : null,
    REMARK: n % 5 === 1 ? "请在工作日 8:00–17:00 送货" : null,
  };
  const made = (await actor.run(
    "rf_CreateCustOrder",
    { DATA: [{ HD_INFO: head, DT_INFO: lines }], CHECKOUT_KEY: `demo-${n}` },
    now,
  )) as { ORDER_NOS: readonly string[] };
  return made.ORDER_NOS[0] ?? "";
}

const paper: Colour = [250, 249, 245];
const ink: Colour = [70, 84, 104];
const sign: Colour = [196, 62, 52];

/**
 * Draws the payment slip of a bank: some lines of text and a round stamp. Each `n` gives other lines, because a slip
 * proves only one payment.
 */
function receipt(n: number): Buffer {
  return drawPng((x, y) => {
    if (x < 24 || x > 376 || y < 18 || y > 282) return [206, 212, 220];
    const stamp = Math.hypot(x - 300, y - 214);
    if ((stamp > 38 && stamp < 42) || (stamp < 36 && Math.abs(y - 214) < 3) || (stamp < 9 && stamp > 4))
      return sign;
    if (y > 36 && y < 58 && x > 120 && x < 280) return [38, 92, 148];
    const row = Math.floor((y - 78) / 22);
    const inRow = (y - 78) % 22;
    const isPrint = row >= 0 && row < 8 && inRow > 3 && inRow < 11;
    if (isPrint && x > 48 && x < 110) return [150, 160, 172];
    if (isPrint && x > 128 && x < 180 + ((row * 53 + n * (row + 7)) % 130)) return ink;
    return inRow === 17 && row >= 0 && row < 8 && x > 44 && x < 356 ? [226, 226, 222] : paper;
  });
}

/** Number of counters in stock that get recorded serial numbers, by product code. */
const counters = { JS001: 60, JS002: 60, JS003: 28 } as const;
const serialOf = (goodsId: string, n: number) => `SK${goodsId.slice(2)}${String(26_050_000 + n)}`;

/** Returns a function that gives unused serial numbers of a product's counters. It gives each number once. */
function serialBox(): (goodsId: string, count: number) => readonly string[] {
  const used = new Map<string, number>();
  return (goodsId, count) => {
    const from = used.get(goodsId) ?? 0;
    used.set(goodsId, from + count);
    return Array.from({ length: count }, (_, i) => serialOf(goodsId, from + i));
  };
}
type SerialBox = ReturnType<typeof serialBox>;

/** Packs the counters of an order by their serial numbers. Returns these serial numbers. */
async function pack(
  actor: Actor,
  no: string,
  n: number,
  box: SerialBox,
  at: number,
): Promise<readonly string[]> {
  const serials = (baskets[n % baskets.length] ?? []).flatMap(([id, qty]) =>
    id in counters ? box(id, qty) : [],
  );
  if (serials.length > 0) await actor.run("rf_PackSerials", { ORDER_NO: no, SERIALS: serials }, at);
  return serials;
}

/**
 * Performs the steps of an order up to its planned state, as the customer and the staff would. Returns the serial
 * numbers of its counters.
 */
async function lead(
  actor: Actor,
  no: string,
  p: Past,
  n: number,
  { placed, box }: { readonly placed: number; readonly box: SerialBox },
): Promise<readonly string[]> {
  let serials: readonly string[] = [];
  const terms = customerRows.find((c) => c.CUST_ID === p.custId)?.MON_DAYS ?? 1;
  const pay = async (at: number, isLate = false) => {
    const owner = { table: "CUST_ORDER_HD", id: no, userId: "admin", at };
    const path = await storePicture(actor, owner, `付款凭证-${no}.png`, receipt(2 * n + Number(isLate)));
    await actor.run(
      "rf_UploadVoucher",
      { ORDER_NOS: [no], FILE_IDS: [path.slice(path.lastIndexOf("/") + 1)] },
      at,
    );
  };
  const hour = 3_600_000;
  if (p.stat >= 1 && (terms === 1 || p.stat === 1)) await pay(placed + 3 * hour);
  if (p.stat >= 2) await actor.run("rf_ConfirmPayment", { ORDER_NOS: [no] }, placed + 20 * hour);
  if (p.stat >= 3) {
    serials = await pack(actor, no, n, box, placed + 2 * day);
    const waybill = { CARRIER: "顺丰速运", EXPRESS_NO: `SF1${String(370_000_000 + n * 7919)}` };
    await actor.run("rf_ShipOrders", { ORDER_NOS: [no], ...waybill }, placed + 2 * day);
  }
  if (p.stat < 4) return serials;
  await actor.run("rf_ReceiveOrder", { ORDER_NO: no }, placed + 5 * day);
  // Completed orders of customers on monthly terms: those older than 45 days have a payment voucher, those older than
  // 60 days a confirmed payment. Newer orders are not paid yet.
  if (terms > 1 && p.ago > 45) {
    await pay(placed + 12 * day, true);
    if (p.ago > 60) await actor.run("rf_ConfirmPayment", { ORDER_NOS: [no] }, placed + 14 * day);
  }
  return serials;
}

/**
 * Creates the shop's data: customers' log-ins, host factories and addresses, the open shop, orders in every state, and
 * invoice requests.
 */
export async function seedShop(actor: Actor, now: number, founded: number): Promise<void> {
  const open = { PRM_ID: "SHOP_OPEN", PRM_VALUE: "1", REMARK: "商城对访客开放" };
  await actor.write("insert", [menus.parameter, "SYS_PRM"], [open], founded);
  await actor.write("insert", [menus.customer, "CUST_BELONG_OEM"], customerOemRows, founded);
  await actor.write("insert", [menus.customer, "BS_CUST_DT"], addressRows, founded);
  await actor.write("insert", [menus.salesPayee, "SHOP_PAYEE"], payeeRows, founded);
  const { app, tenantId } = actor;
  await app.db.run(tenantId, [
    sql`
      update tenant
      set shop_phone = '0574-8600 1200', shop_mail = 'shop@example.com'
      where tenant_id = ${tenantId}
    `,
  ]);
  for (const u of shopUsers)
    await app.db.run(tenantId, [
      sql`insert into "user" (
          tenant_id, user_id, user_name, status, role_code, cust_id, password_hash, phone, mail,
          created_by, created_date, updated_by, updated_date
        )
        select ${tenantId}::int, ${u.id}, c.contact, 0, 'cust', c.cust_id, o.password_hash, c.phone, c.mail,
          'system', ${new Date(founded)}, 'system', ${new Date(founded)}
        from customer c, "user" o where c.tenant_id = ${tenantId} and c.cust_id = ${u.custId}
        and o.tenant_id = ${tenantId} and o.user_id = 'cust'
        on conflict (tenant_id, user_id) do update set cust_id = excluded.cust_id, user_name = excluded.user_name`,
    ]);
  for (const [GOODS_ID, count] of Object.entries(counters)) {
    const SERIALS = Array.from({ length: count }, (_, i) => serialOf(GOODS_ID, i));
    await actor.run("rf_RecordSerials", { GOODS_ID, SERIALS }, founded);
  }
  const box = serialBox();
  let n = 0;
  const sold: SoldOrder[] = [];
  for (const p of pastOf()) {
    n++;
    const placed = Math.min(now - p.ago * day, now - 60_000);
    const no = await placeOrder(actor, p, n, placed);
    const serials = await lead(actor, no, p, n, { placed, box });
    const terms = customerRows.find((c) => c.CUST_ID === p.custId)?.MON_DAYS ?? 1;
    const counterAt = (baskets[n % baskets.length] ?? []).findIndex(([id]) => id in counters);
    sold.push({ no, stat: p.stat, isMonthly: terms > 1, seq: Math.max(0, counterAt) + 1, serials });
    const isOld = p.stat === 4 && p.ago > 30;
    if (isOld && n % 2 === 0)
      await actor.request(
        {
          Type: "DoHDAndDT",
          MENU_ID: menus.salesInvoice,
          HD: {
            TableName: "INVOICE_HD",
            Data: [{ ID: `FP${2600 + n}`, CUST_ID: p.custId, INVOICE_TYPE: 0, REMARK: "电子专用发票" }],
          },
          DT: [{ TableName: "INVOICE_DT", Data: [{ ID: `FP${2600 + n}`, SEQ: 1, ORDER_NO: no }] }],
        },
        placed + 10 * day,
      );
  }
  await seedCompany(actor, now, founded);
  await seedSignUps(actor, now);
  await seedReturns(actor, sold, now, (serial) =>
    box(Object.keys(counters).find((id) => serial.startsWith(`SK${id.slice(2)}`)) ?? "", 1),
  );
}
