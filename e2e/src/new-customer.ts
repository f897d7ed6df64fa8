import { Person } from "./person.ts";

const oem = "华辰汽车制造有限公司";

interface NewCustomer {
  readonly custId: string;
  readonly name: string;
  readonly user: string;
  readonly password: string;
  /** Session of the user. The caller must end the session, because the session occupies a seat of the licence. */
  readonly buyer: Person;
}

/**
 * Creates a customer with complete invoice data, one host factory and one user. `key` makes the customer's names
 * unique, so that no other test changes the customer's cart and sums. With `statementDays` above 1 the customer pays by
 * monthly statement.
 */
export async function newCustomer(key: string, statementDays: number): Promise<NewCustomer> {
  const admin = await Person.of("admin");
  const custId = `MC${key}`;
  const name = `新客户${key}有限公司`;
  await admin.insert("BS103", "BS_CUST", {
    CUST_ID: custId,
    CUST_NAME: name,
    CONET_TEL: "13800001001",
    PROVINCENAME: "浙江省",
    CITYNAME: "宁波市",
    EXPAREANAME: "北仑区",
    CONET_ADDR: "纬五路18号",
    INVOICE_HEADER: name,
    SOCIAL_CODE: "91350100M000100Y43",
    OPEN_BANK: "中国银行宁波分行",
    BANK_ACCOUNT: "622000001",
    RE_MAN: "赵敏",
    RE_TEL: "13800001001",
    DEFAULT_OEM: oem,
    MON_DAYS: statementDays,
  });
  const user = `buyer${key}`.toLowerCase();
  const first = "first-pass-phrase";
  const login = { CUST_ID: custId, USER_ID: user, USER_NAME: "赵敏", NEW_PASSWORD: first };
  await admin.run("rf_CreateShopUser", login);
  const password = await Person.changeFirstPassword(user, first);
  return { custId, name, user, password, buyer: await Person.of(user, { password }) };
}

/**
 * Places an order of a product at the customer's price, with the given lines. Returns the order's number and the price.
 */
export async function placeOrder(
  buyer: Person,
  goodsId: string,
  lines: readonly Readonly<Record<string, unknown>>[],
): Promise<{ readonly no: string; readonly price: number }> {
  const { list } = await buyer.must({
    ...{ Type: "QueryByID", MENU_ID: "BS103", QueryID: "Q21", Page: 1, Limit: 100 },
    WhereStr: [{ Field: "GOODS_ID", ConditionalCode: "EQ", Value: goodsId }],
  });
  const goods = (list as readonly Record<string, unknown>[]).find((g) => g.OEM_NAME === oem);
  const price = Number(goods?.UNIT_PRICE);
  const { ORDER_NOS } = await buyer.run("rf_CreateCustOrder", {
    CHECKOUT_KEY: crypto.randomUUID(),
    DATA: [
      {
        HD_INFO: { OEM_NAME: oem, POSTAGE_STAT: 1 },
        DT_INFO: lines.map((l) => ({
          ...{ GOODS_ID: goodsId, UNIT_PRICE: price, MAGNET: -1, SIDE_TYPE: -1 },
          ...l,
        })),
      },
    ],
  });
  return { no: (ORDER_NOS as string[])[0] ?? "", price };
}
