import { payeeList, standardPostage } from "@shotkeeper/contract/shop";
import { type Answers, type MemoryClient, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { render } from "vitest-browser-react";
import { Shop } from "../shop-app.tsx";

/** A configurable product, at the price of the host factory Huachen. */
export const counter = {
  goodsId: "JS001",
  goodsName: "4G counter",
  goodsModel: "MC-4G",
  goodsType: 0,
  goodsUnit: "pc",
  unitPrice: 468,
  offShelf: false,
  remark: "Counts every shot",
  oemName: "Huachen",
  stockQty: 100,
  goodsImage: null,
  isPro: true,
};
export const battery = { ...counter, goodsId: "DC001", goodsName: "Battery", goodsType: 2, unitPrice: 32.8 };

export const customerRow = {
  custId: "C1",
  custName: "Northern Grilles",
  contact: "Zhao Min",
  phone: "13800001001",
  mail: null,
  province: "浙江省",
  city: "宁波市",
  district: "北仑区",
  address: "纬五路18号",
  consignee: "Zhao Min",
  consigneePhone: "13800001001",
  invoiceTitle: "Northern Grilles",
  taxpayerId: "91350100M000100Y43",
  bankName: "Bank of Ningbo",
  bankAccount: "622000001",
  defaultOem: "Huachen",
  statementDays: 30,
};
const sums = {
  awaitingApproval: 0,
  isApprover: false,
  orderedToday: 0,
  cartLines: 2,
  awaitingPayment: 3,
  awaitingShipment: 4,
  shipped: 5,
  finished: 6,
};

/** An open shop without a name of its own. */
export const shop = {
  isOpen: true,
  code: "acme",
  shopName: null,
  shopPhone: null,
  shopMail: null,
  logo: null,
};

const usual: Answers = {
  "/shop/info": () => ({ ...shop, shopPhone: "0574-1" }),
  "BS103.Q21": [counter, battery],
  "BS103.Q22": [],
  "BS103.Q23": [],
  "BS103.Q04": [customerRow],
  rf_CustSum: () => sums,
  rf_PostageRules: () => standardPostage,
  BS_CUST_DT: [],
  [`${payeeList.menu}.${payeeList.id}`]: [],
};

/** User of customer C1. `more` replaces facts about the customer. */
export const buyer = (more: object = {}) => ({
  ...sampleUser,
  roles: [{ roleCode: "cust", roleName: "Customer" }],
  authorities: ["BS103:Q", "OR101:Q"],
  cust: {
    custId: "C1",
    custName: "Northern Grilles",
    defaultOem: "Huachen",
    statementDays: 30,
    oems: [{ oemName: "Huachen" }, { oemName: "Zhongli" }],
    ...more,
  },
});

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

/**
 * Renders the shop at an address, for a visitor or for a user. Returns the client, so that tests can check its
 * requests.
 */
export async function renderShop(
  path: string,
  answers: Answers = {},
  user?: ReturnType<typeof buyer>,
  state?: unknown,
): Promise<MemoryClient> {
  const client = sampleClient({ ...usual, ...answers }, user);
  if (user) client.tokens.set("token");
  else client.tokens.clear();
  const [pathname = "", search = ""] = path.split("?");
  await render(
    <MemoryRouter initialEntries={[{ pathname, search: search && `?${search}`, state }]}>
      <Address />
      <Routes>
        <Route path="/Shop/*" element={<Shop client={client} follow={client.follow} />} />
        <Route path="*" element={null} />
      </Routes>
    </MemoryRouter>,
  );
  return client;
}
