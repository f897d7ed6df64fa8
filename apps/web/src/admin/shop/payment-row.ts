import type { QueryRow } from "@shotkeeper/contract/kernel";
import type { paymentList } from "@shotkeeper/contract/shop";

export type PaymentRow = QueryRow<typeof paymentList>;
