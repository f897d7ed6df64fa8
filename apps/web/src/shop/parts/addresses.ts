import type { Row } from "@shotkeeper/contract/kernel";
import { addressParts, customerAddress } from "@shotkeeper/contract/shop";
import { useClient } from "@shotkeeper/ui/app";
import { useQuery } from "@tanstack/react-query";
import { useShopper } from "./session.tsx";

export type Address = Row<typeof customerAddress>;

export const addressText = (
  a: Pick<Address, "recProvince" | "recCity" | "recDistrict" | "recAddress">,
): string => addressParts(a).join("");

export function useAddresses(): readonly Address[] | undefined {
  const client = useClient();
  const { custId } = useShopper();
  const { data } = useQuery({
    queryKey: ["addresses", custId],
    queryFn: () =>
      client.table(customerAddress, { sort: [{ field: "isDefault", direction: "desc" }], limit: 999 }),
    enabled: custId !== undefined,
  });
  return data?.rows;
}
