import type { RowOf } from "@shotkeeper/contract/kernel";
import { decodeAnswer } from "@shotkeeper/contract/kernel";
import { customerOrder, customerOrderLine, type PersonalOrders } from "@shotkeeper/contract/shop";

type Head = RowOf<typeof customerOrder.fields>;
export type OrderLine = RowOf<typeof customerOrderLine.fields>;

export interface PersonalOrder extends Head {
  readonly month: string;
  readonly files: readonly string[];
  readonly invoices: readonly { readonly ID: string; readonly FILE_PATH: string | null }[];
  readonly lines: readonly OrderLine[];
}

/** rf_Personal's answer in our own names. */
export function ordersOf(data: PersonalOrders): readonly PersonalOrder[] {
  return data.list.map(({ HD_INFO, DT_INFO }) => ({
    ...(decodeAnswer(HD_INFO, customerOrder.fields) as Head),
    month: String(HD_INFO.ORDER_MONTH ?? ""),
    files: (HD_INFO.FILES ?? []) as string[],
    invoices: (HD_INFO.INVOICES ?? []) as PersonalOrder["invoices"],
    lines: DT_INFO.map((l) => decodeAnswer(l, customerOrderLine.fields) as OrderLine),
  }));
}
