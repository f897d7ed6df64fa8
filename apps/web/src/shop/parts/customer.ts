import type { QueryRow } from "@shotkeeper/contract/kernel";
import { customerById } from "@shotkeeper/contract/shop";
import { useRows } from "./data.ts";
import { useShopper } from "./session.tsx";

export type Customer = QueryRow<typeof customerById>;

/** The customer of the log-in, with the state of its query. */
export function useCustomerQuery() {
  const { custId } = useShopper();
  const where = [{ field: "custId", operator: "EQ" as const, value: custId ?? "" }];
  const { data, error, isLoading } = useRows(customerById, { where }, { enabled: custId !== undefined });
  return { customer: data?.rows[0], error, isLoading };
}

export const useCustomer = (): Customer | undefined => useCustomerQuery().customer;

/** Tells whether the customer's invoice data are complete. Without them no order can be placed (spec shop §5). */
export const isBillable = (c: Customer): boolean =>
  [c.bankName, c.bankAccount, c.invoiceTitle, c.taxpayerId].every((v) => v !== null && v !== "");
