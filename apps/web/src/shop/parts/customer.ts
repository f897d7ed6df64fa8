import type { QueryRow } from "@shotkeeper/contract/kernel";
import { customerById } from "@shotkeeper/contract/shop";
import { useRows } from "./data.ts";
import { useShopper } from "./session.tsx";

export type Customer = QueryRow<typeof customerById>;

/** Returns the customer to whom the logged-in user belongs, with the state of the query. */
export function useCustomerQuery() {
  const { custId } = useShopper();
  const where = [{ field: "custId", operator: "EQ" as const, value: custId ?? "" }];
  const { data, error, isLoading } = useRows(customerById, { where }, { enabled: custId !== undefined });
  return { customer: data?.rows[0], error, isLoading };
}

export const useCustomer = (): Customer | undefined => useCustomerQuery().customer;

/**
 * Returns whether the customer's invoice data are complete. Without complete data, no order can be placed (spec shop
 * §5).
 */
export const isBillable = (c: Customer): boolean =>
  [c.bankName, c.bankAccount, c.invoiceTitle, c.taxpayerId].every((v) => v !== null && v !== "");
