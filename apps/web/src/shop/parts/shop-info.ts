import { decodeShop, type Shop } from "@shotkeeper/client";
import { loginAddress, useClient } from "@shotkeeper/ui/app";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";

export const shopInfoKey = (hasSession: boolean) => ["shop-info", hasSession];

/** Returns the shop that the server embedded in the page for visitors. Undefined without an embedded shop. */
function embeddedShop(): Shop | undefined {
  const script = typeof document === "undefined" ? null : document.getElementById("front-shop");
  return script?.textContent ? decodeShop(JSON.parse(script.textContent)) : undefined;
}

/**
 * Returns the shop of the session's tenant, or the shop that a visitor's address chooses. `shop` is undefined while
 * it is loading.
 */
export function useShop(): { readonly shop: Shop | undefined; readonly isLoading: boolean } {
  const client = useClient();
  const hasSession = client.tokens.get() !== null;
  const embedded = hasSession ? undefined : embeddedShop();
  const { data, isPending } = useQuery({
    queryKey: shopInfoKey(hasSession),
    queryFn: ({ signal }) => client.shop(signal),
    staleTime: 60_000,
    retry: false,
    ...(embedded && { initialData: embedded, initialDataUpdatedAt: performance.timeOrigin }),
  });
  return { shop: data, isLoading: isPending };
}

/**
 * Returns the address of the log-in page. The log-in form then contains the tenant of this shop, because visitors do
 * not know the tenant.
 */
export function useLoginAddress(): string {
  const { shop } = useShop();
  return loginAddress(useLocation(), shop?.code ?? undefined);
}
