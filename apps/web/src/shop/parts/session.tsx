import type { CurrentUser } from "@shotkeeper/client";
import { useClient, useSessionState } from "@shotkeeper/ui/app";
import { setZone } from "@shotkeeper/ui/time";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { Navigate } from "react-router";

/** User of the shop: a visitor, a customer or a user of the administration. */
export interface Shopper {
  /** The logged-in user. Undefined for a visitor. */
  readonly user: CurrentUser | undefined;
  readonly name: string;
  readonly custId: string | undefined;
  readonly defaultOem: string | undefined;
  readonly oems: readonly string[];
  readonly statementDays: number;
  readonly isDev: boolean;
  /** True for users of the administration, who may also visit the shop but are no customers. */
  readonly isStaff: boolean;
}

const Context = createContext<Shopper | undefined>(undefined);
const guest: Shopper = {
  user: undefined,
  name: "",
  custId: undefined,
  defaultOem: undefined,
  oems: [],
  statementDays: 1,
  isDev: false,
  isStaff: false,
};

function shopperOf(user: CurrentUser | undefined): Shopper {
  if (!user) return guest;
  const { cust, info } = user;
  const oems = new Set((cust?.oems ?? []).map((o) => o.oemName));
  if (cust?.defaultOem) oems.add(cust.defaultOem);
  return {
    user,
    name: info.nickname || info.userName || info.userId,
    custId: cust?.custId,
    defaultOem: cust?.defaultOem ?? undefined,
    oems: [...oems],
    statementDays: cust?.statementDays ?? 1,
    isDev: user.roles.some((r) => r.roleCode === "dev"),
    isStaff: cust === null && user.menus.some((m) => m.path !== "" && !m.path.startsWith("/Shop")),
  };
}

export function ShopperProvider({
  children,
  waiting,
}: {
  readonly children: ReactNode;
  readonly waiting: ReactNode;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const expired = useSessionState((s) => s.expired);
  const hasToken = client.tokens.get() !== null;
  // When a customer's session expires, the user continues as a visitor. Deletes the cached data, so that the next
  // person does not see the customer's data. Keeps the data of visitors: if a closed shop refuses a visitor's request,
  // this counts as an expired session too.
  useEffect(() => {
    if (!expired) return;
    // When a view ("View as this user") has ended, leaves the shop, so that the administrator notices the end.
    if (client.tokens.isView()) {
      client.tokens.closeView();
      location.hash = "#/system/user";
      location.reload();
      return;
    }
    useSessionState.getState().renew();
    if (queries.getQueryData(["shopper", true]) !== undefined) queries.clear();
  }, [client, expired, queries]);
  const { data, isPending } = useQuery({
    queryKey: ["shopper", hasToken],
    queryFn: () => client.user(),
    enabled: hasToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const shopper = useMemo(() => {
    const user = hasToken ? data : undefined;
    // Sets the zone before the first page is drawn, because pages read the zone while they are drawn.
    if (user) setZone(user.info.zone);
    return shopperOf(user);
  }, [hasToken, data]);
  // Opens the form to change the password if somebody else has set it. Until the user changes the password, the server
  // refuses all other requests.
  if (hasToken && data?.mustChangePassword) return <Navigate to="/login?change=1" replace />;
  return <Context value={shopper}>{hasToken && isPending ? waiting : children}</Context>;
}

/** Provides a visitor as the shop's user. Used to prerender the first page. */
export function GuestProvider({ children }: { readonly children: ReactNode }) {
  return <Context value={guest}>{children}</Context>;
}

export function useShopper(): Shopper {
  const shopper = useContext(Context);
  if (!shopper) throw new Error("useShopper outside of ShopperProvider");
  return shopper;
}
