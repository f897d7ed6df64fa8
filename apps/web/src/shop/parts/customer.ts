import type { QueryRow } from "@shotkeeper/contract/kernel";
import { customerById } from "@shotkeeper/contract/shop";
import { useRows } from "./data.ts";
import { useShopper } from "./session.tsx";

export type Customer = QueryRow<typeof customerById>;

export function useCustomer(): Customer | undefined {
  const { custId } = useShopper();
  const where = [{ field: "custId", operator: "EQ" as const, value: custId ?? "" }];
  return useRows(customerById, { where }, { enabled: custId !== undefined }).data?.rows[0];
}

/** Tells whether the customer's invoice data are complete. Without them no order can be placed (spec shop §5). */
export const isBillable = (c: Customer): boolean =>
  [c.bankName, c.bankAccount, c.invoiceTitle, c.taxpayerId].every((v) => v !== null && v !== "");
