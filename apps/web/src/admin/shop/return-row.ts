import type { QueryRow } from "@shotkeeper/contract/kernel";
import type { returnList } from "@shotkeeper/contract/shop";

export type ReturnRow = QueryRow<typeof returnList>;
