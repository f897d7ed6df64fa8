import type { QueryRow } from "@shotkeeper/contract/kernel";
import type { saleList } from "@shotkeeper/contract/shop";

export type SaleRow = QueryRow<typeof saleList>;
