import { sql } from "../kernel/db/sql.ts";
import { freshCode, logIn, type TestServer, type TestUser } from "./server.ts";
import { TestTenant } from "./tenant.ts";

export interface TestShop {
  readonly t: TestTenant;
  /** User of customer C1, which has the host factories O1 and O2. */
  readonly one: TestUser;
  /** User of customer C2, which has the host factory O1 and monthly payment terms. */
  readonly two: TestUser;
  readonly place: (user: TestUser, groups: readonly Group[], key?: string) => ReturnType<TestUser["mitt"]>;
}

interface Group {
  readonly oem: string;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  readonly head?: Readonly<Record<string, unknown>>;
}

export const oem = (n: number) => `Name of O${n}`;

const goods = (id: string, type: number, price: number, stock = 1000) => ({
  GOODS_ID: id,
  GOODS_NAME: `Goods ${id}`,
  GOOD_TYPE: type,
  UNIT: "pc",
  UNIT_PRICE: price,
  SC_STOCK_QTY: stock,
  LOWER_SHELF: "N",
});

const customer = (id: string, terms: number, name: string) => ({
  CUST_ID: id,
  CUST_NAME: name,
  CONET_TEL: "13800001001",
  PROVINCENAME: "浙江省",
  CITYNAME: "宁波市",
  EXPAREANAME: "北仑区",
  CONET_ADDR: "纬五路18号",
  INVOICE_HEADER: name,
  SOCIAL_CODE: "91350100M000100Y43",
  OPEN_BANK: "Bank",
  BANK_ACCOUNT: "622000001",
  RE_MAN: "赵敏",
  RE_TEL: "13800001001",
  DEFAULT_OEM: oem(1),
  MON_DAYS: terms,
});

export async function makeShop(s: TestServer, o: { zone?: string } = {}): Promise<TestShop> {
  const t = await TestTenant.create(s, o);
  const add = async (MENU_ID: string, TableName: string, Data: unknown[]) => {
    const answer = await t.admin.mitt({ Type: "insert", MENU_ID, TableName, Data });
    if (answer.Code !== 0) throw new Error(`${TableName}: ${answer.Msg}`);
  };
  await add("BS102", "GOODS_INFO", [
    goods("JS001", 0, 468),
    goods("DC001", 2, 32.8),
    goods("J007", 2, 25),
    goods("J002", 2, 15),
    goods("LAST", 2, 10, 10),
    { ...goods("OLD", 2, 1), LOWER_SHELF: "Y" },
  ]);
  await add("BS102", "GOODS_OEM_PRICE", [
    { GOODS_ID: "JS001", OEM_NAME: oem(1), UNIT_PRICE: 430.56 },
    { GOODS_ID: "JS001", OEM_NAME: oem(2), UNIT_PRICE: 447 },
  ]);
  await add("BS103", "BS_CUST", [
    customer("C1", 1, `SECRET-1-${t.code}`),
    customer("C2", 30, `SECRET-2-${t.code}`),
  ]);
  await add("BS103", "CUST_BELONG_OEM", [{ CUST_ID: "C1", OEM_NAME: oem(2) }]);
  const shopper = async (custId: string) => {
    const USER_ID = freshCode("b");
    await t.admin.run("rf_CreateShopUser", {
      CUST_ID: custId,
      USER_ID,
      USER_NAME: USER_ID,
      NEW_PASSWORD: "first-pass-phrase",
    });
    await t.rows(sql`update "user" set must_change_password = false where user_id = ${USER_ID}`);
    return logIn(s, t.id, USER_ID);
  };
  const place: TestShop["place"] = (user, groups, key = freshCode("k")) =>
    user.mitt({
      Type: "rf_CreateCustOrder",
      InParams: {
        CHECKOUT_KEY: key,
        DATA: groups.map((g) => ({
          HD_INFO: { OEM_NAME: g.oem, POSTAGE_STAT: 1, ORDER_STAT: 0, IS_PAY: "N", ...g.head },
          DT_INFO: g.lines.map((l, i) => ({
            SEQ: i + 1,
            QTY: 1,
            MOLD_TYPE: "plastic",
            SIDE_TYPE: -1,
            MAGNET: 0,
            ...l,
          })),
        })),
      },
    });
  return { t, one: await shopper("C1"), two: await shopper("C2"), place };
}

/** Inserts the row of an uploaded picture, without a stored file. Returns the file id. */
export async function uploaded(t: TestTenant, user: TestUser, type = "image/png"): Promise<string> {
  const id = freshCode("f");
  await t.rows(
    sql`
      insert into file_info (
        tenant_id, file_id, file_name, file_path, file_size, media_type, file_code, created_by,
        created_date
      )
      values (${t.id}, ${id}, 'x', ${`/files/${id}`}, 1, ${type}, ${id}, ${user.userId}, now())
    `,
  );
  return id;
}

/** Uploads a payment voucher for orders of customer C1, so that their payment can be confirmed. Returns the orders. */
export async function withVoucher(shop: TestShop, orderNos: readonly string[]): Promise<readonly string[]> {
  const FILE_IDS = [await uploaded(shop.t, shop.one)];
  await shop.one.run("rf_UploadVoucher", { ORDER_NOS: orderNos, FILE_IDS });
  return orderNos;
}

/** Records new serial numbers of counters in stock and packs them for an order. Returns the serial numbers. */
export async function packCounters(
  shop: TestShop,
  orderNo: string,
  count = 1,
  goodsId = "JS001",
): Promise<readonly string[]> {
  const SERIALS = Array.from({ length: count }, () => freshCode("SN"));
  await shop.t.admin.run("rf_RecordSerials", { GOODS_ID: goodsId, SERIALS });
  await shop.t.admin.run("rf_PackSerials", { ORDER_NO: orderNo, SERIALS });
  return SERIALS;
}
