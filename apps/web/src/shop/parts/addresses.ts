import type { Row } from "@shotkeeper/contract/kernel";
import { addressParts, customerAddress } from "@shotkeeper/contract/shop";
import { useClient } from "@shotkeeper/ui/app";
import { useQuery } from "@tanstack/react-query";
import { useShopper } from "./session.tsx";

export type Address = Row<typeof customerAddress>;

export const addressText = (
  a: Pick<Address, "recProvince" | "recCity" | "recDistrict" | "recAddress">,
): string => addressParts(a).join("");

/** Returns the address book of the customer, with the state of the query. */
export function useAddressesQuery() {
  const client = useClient();
  const { custId } = useShopper();
  const { data, error, isLoading } = useQuery({
    queryKey: ["addresses", custId],
    queryFn: () =>
      client.table(customerAddress, { sort: [{ field: "isDefault", direction: "desc" }], limit: 999 }),
    enabled: custId !== undefined,
  });
  return { addresses: data?.rows, error, isLoading };
}

export const useAddresses = (): readonly Address[] | undefined => useAddressesQuery().addresses;
