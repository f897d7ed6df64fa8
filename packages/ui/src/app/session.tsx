import type { CurrentUser } from "@shotkeeper/client";
import type { Action } from "@shotkeeper/contract/kernel";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo } from "react";
import { useClient } from "./client-context.tsx";
import { useLive } from "./live.tsx";
import { MenuNames, useLocale } from "./locale-context.tsx";
import { textOf } from "./messages.ts";
import { useSessionState } from "./session-store.ts";

export type MenuRow = CurrentUser["menus"][number];

export interface Session {
  readonly user: CurrentUser;
  /** The user's menu rows in order; sections have no PATH. */
  readonly menus: readonly MenuRow[];
  /** SysName, or the text of S0036 when the tenant has set none (spec admin §7). */
  readonly systemName: string;
  /** The right (menu, action); Q of every screen in `menus`. */
  readonly can: (menuId: string, action: Action) => boolean;
  /** The first screen of the user's menus. */
  readonly home: string | undefined;
}

const SessionContext = createContext<Session | undefined>(undefined);
const sessionKey = ["session"] as const;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession outside of SessionProvider");
  return session;
}

/** The same where there may be none yet: the expiry modal. */
export const useMaybeSession = (): Session | undefined => useContext(SessionContext);

/** SORT_NUMBER orders within a parent: each section is followed by its screens. */
function inMenuOrder(rows: readonly MenuRow[]): MenuRow[] {
  const sorted = [...rows].sort((a, b) => a.SORT_NUMBER - b.SORT_NUMBER);
  return sorted
    .filter((r) => !r.PARENT_ID)
    .flatMap((top) => [top, ...sorted.filter((r) => r.PARENT_ID === top.MENU_ID)]);
}

interface SessionProviderProps {
  readonly children: ReactNode;
  /** While the user's facts are on their way. */
  readonly waiting: ReactNode;
  readonly failed: (error: Error, retry: () => void) => ReactNode;
  /** Over everything: asks to log in again once the session is gone. */
  readonly overlay: ReactNode;
}

export function SessionProvider({ children, waiting, failed, overlay }: SessionProviderProps) {
  const client = useClient();
  const locale = useLocale();
  const expired = useSessionState((s) => s.expired);
  const query = useQuery({
    queryKey: sessionKey,
    queryFn: () => client.user(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const user = query.data;
  const session = useMemo<Session | undefined>(() => {
    if (!user) return undefined;
    const rights = new Set(user.authorities);
    const menus = inMenuOrder(user.menus);
    return {
      user,
      menus,
      systemName: user.SysName ? textOf(user.SysName, locale) : locale.errors.S0036,
      can: (menuId, action) => rights.has(`${menuId}:${action}`),
      home: menus.find((m) => m.PATH)?.PATH,
    };
  }, [user, locale]);
  const names = useMemo(
    () =>
      Object.fromEntries(
        (user?.menus ?? []).flatMap((m) => {
          const name = m.NAMES?.[locale.code];
          return name ? [[m.MENU_ID, name]] : [];
        }),
      ),
    [user, locale.code],
  );
  return (
    <SessionContext value={session}>
      {session ? (
        <MenuNames names={names}>{children}</MenuNames>
      ) : query.error && !expired ? (
        failed(query.error, query.refetch)
      ) : (
        waiting
      )}
      {overlay}
    </SessionContext>
  );
}

/** Rights are taken and given while pages are open: the server says so, and menus and buttons follow at once. */
export function useFollowSession(): void {
  const queries = useQueryClient();
  useLive(["session"], () => void queries.invalidateQueries({ queryKey: sessionKey }));
}

/** Ends the session here and at the server, whatever the server says, and forgets what it showed. */
export function useEndSession(): (tell: boolean) => Promise<void> {
  const client = useClient();
  const queries = useQueryClient();
  return useCallback(
    async (tell) => {
      if (tell) await client.post("/mitt", { Type: "rf_LogOut", InParams: {} }).catch(() => {});
      client.tokens.clear();
      useSessionState.getState().renew();
      queries.clear();
    },
    [client, queries],
  );
}

/** Logs in again in place: what is on the screen stays, what failed is asked for again. */
export function useRenewSession(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    useSessionState.getState().renew();
    await queries.invalidateQueries();
  }, [queries]);
}

/** Sets the document's title: screen – product (spec admin §2). */
export function useDocumentTitle(screen: string | undefined, product: string): void {
  useEffect(() => {
    document.title = screen ? `${screen} – ${product}` : product;
  }, [screen, product]);
}
