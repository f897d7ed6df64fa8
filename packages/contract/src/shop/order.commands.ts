import { settlement } from "../enumerations.ts";
import { defineWireCommand, field, right, signedIn } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { anyPhonePattern } from "./address.ts";
import { lineConfiguration, orderQty } from "./cart.entity.ts";

interface OrderNos {
  readonly ORDER_NOS: readonly string[];
}

const staff = right(menus.salesOrder, "M");
const orderNos = field.json<readonly string[]>();

/** One host factory's part of a checkout, as the client sends it (spec shop §7, rf_CreateCustOrder). */
export interface CheckoutGroup {
  readonly HD_INFO: Readonly<Record<string, unknown>>;
  readonly DT_INFO: readonly Readonly<Record<string, unknown>>[];
}

/** What counts of a group's HD_INFO and of its DT_INFO; all else that a client sends along is the server's to know. */
export const checkoutHead = {
  custId: field.text(50),
  oemName: field.text(100),
  postage: field.decimal(2, { unit: "yuan", min: 0, max: 1_000_000 }),
  postageStat: field.choice(settlement),
  remark: field.text(500),
  custCode: field.text(50),
  recMan: field.text(50),
  recTel: field.text(20, { pattern: anyPhonePattern }),
  recProvince: field.text(50),
  recCity: field.text(50),
  recDistrict: field.text(50, { wire: "REC_EXPAREA" }),
  recAddress: field.text(120, { wire: "REC_ADDR" }),
} as const;
export const checkoutLine = {
  /** Of the cart; a line that is bought at once has none. */
  cartId: field.int({ wire: "ID" }),
  goodsId: field.text(50, { required: true }),
  orderQty,
  unitPrice: field.decimal(4, { unit: "yuan", required: true, min: 0, max: 100_000_000 }),
  ...lineConfiguration,
  moldNo: field.text(50),
} as const;

/** Places one order a host factory, all or none. The same key again answers with the orders that it made. */
export const createOrders = defineWireCommand<OrderNos>()({
  type: "rf_CreateCustOrder",
  access: right(menus.salesOrder, "A"),
  input: { data: field.json<readonly CheckoutGroup[]>(), checkoutKey: field.text(64) },
});

export interface CustSum {
  readonly FinishCount: number;
  readonly OverSendCount: number;
  readonly ShopCount: number;
  readonly WaitPayCount: number;
  readonly WaitSendCount: number;
}
export const custSum = defineWireCommand<CustSum>()({
  type: "rf_CustSum",
  access: right(menus.shop, "Q"),
  input: { custId: field.text(50) },
});

/** Orders with their lines, newest first. */
export interface PersonalOrders {
  readonly list: readonly {
    readonly HD_INFO: Readonly<Record<string, unknown>>;
    readonly DT_INFO: readonly Readonly<Record<string, unknown>>[];
  }[];
  readonly count: number;
}
export const personalOrders = defineWireCommand<PersonalOrders>()({
  type: "rf_Personal",
  access: right(menus.salesOrder, "Q"),
  input: {
    custId: field.text(50),
    page: field.int({ wire: "Page", min: 1, max: 1_000_000 }),
    limit: field.int({ wire: "Limit", min: 1, max: 1000 }),
    orderTab: field.int({ wire: "ORDER_STAT", min: -1, max: 4 }),
    text: field.text(100),
  },
});

/** The customer's voucher for an order, or for the orders of one month. The files are his own uploads. */
export const uploadVoucher = defineWireCommand<OrderNos>()({
  type: "rf_UploadVoucher",
  access: right(menus.salesOrder, "M"),
  input: { orderNos, fileIds: field.json<readonly string[]>() },
});

/** The finance's word: the money is there, or an order on terms is approved. */
export const confirmPayment = defineWireCommand<OrderNos>()({
  type: "rf_ConfirmPayment",
  access: staff,
  input: { orderNos },
});
export const rejectVoucher = defineWireCommand<OrderNos>()({
  type: "rf_RejectVoucher",
  access: staff,
  input: { orderNos, rejectReason: field.text(200, { required: true }) },
});
/** Sends orders off; several with one waybill travel in one parcel. */
export const shipOrders = defineWireCommand<OrderNos>()({
  type: "rf_ShipOrders",
  access: staff,
  input: { orderNos, carrier: field.text(50), expressNo: field.text(50) },
});
export const receiveOrder = defineWireCommand<OrderNos>()({
  type: "rf_ReceiveOrder",
  access: right(menus.salesOrder, "M"),
  input: { orderNo: field.text(50, { required: true }) },
});

export interface PostageFigures {
  readonly FREE_AMOUNT: number;
  readonly FREE_QTY: number;
  readonly CITY: number;
  readonly PROVINCE: number;
  readonly ELSEWHERE: number;
}
export const postageRules = defineWireCommand<PostageFigures>()({
  type: "rf_PostageRules",
  access: right(menus.shop, "Q"),
  input: {},
});

/** Papers of an order (DOC_TYPE) and of a month's statement. */
export const documentType = { quotation: 1, deliveryNote: 2, statement: 3 } as const;

/** A paper as PDF, made at the server from what is stored; the same bytes when asked again. */
export const printToPdf = defineWireCommand<{ readonly PdfPath: string; readonly FILE_NAME: string }>()({
  type: "rf_PrintToPdf",
  access: right(menus.salesVoucher, "Q"),
  input: {
    fileId: field.text(100, { wire: "FileID" }),
    fileCode: field.text(100, { wire: "FileCode" }),
    docCode: field.text(100, { wire: "DocCode", required: true }),
    docType: field.int({ wire: "DOC_TYPE", required: true, min: 1, max: 3 }),
    fileName: field.text(200, { wire: "FileName" }),
    /** What a caller shows is not what is printed: both are taken for the sake of older clients. */
    headData: { ...field.json(), wire: "DataHD" },
    lineData: { ...field.json(), wire: "Data" },
  },
});

/** Takes away files that the asker uploaded and that nothing depends on yet. */
export const deleteFiles = defineWireCommand<{ readonly COUNT: number }>()({
  type: "rf_DelteFiles",
  access: signedIn,
  input: { ids: field.json<readonly string[]>() },
});

export interface YjData {
  readonly data: {
    readonly bzList: readonly {
      readonly GOODS_ID: string;
      readonly GOODS_NAME: string;
      readonly QTY: number;
    }[];
    readonly mdList: readonly { readonly EX_DATE: string; readonly QTY: number }[];
  };
}
/** What the bell of the back office tells: goods low in stock, counters whose data plan runs out. */
export const yjData = defineWireCommand<YjData>()({
  type: "rf_GetYjData",
  access: right(menus.salesStock, "Q"),
  input: { materialType: field.int({ wire: "MtrlType" }) },
});

/** Ends the log-in, by the name that the shop's clients have for it. */
export const loginOut = defineWireCommand<null>()({ type: "rf_LoginOut", access: signedIn, input: {} });

/** Looks rights and menus up anew, for everybody: only whoever maintains the system. */
export const refreshQueries = defineWireCommand<{ readonly COUNT: number }>()({
  type: "rf_RefreshQry",
  access: signedIn,
  input: {},
});
export const maintainerRole = "dev";
