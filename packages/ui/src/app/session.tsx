import type { Client, CurrentUser } from "@shotkeeper/client";
import {
  type Access,
  type Action,
  accessOfTable,
  allows,
  type Entity,
  type RightAction,
} from "@shotkeeper/contract/kernel";
import { menuName } from "@shotkeeper/contract/menus";
import { logOut } from "@shotkeeper/contract/system";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo } from "react";
import { setZone } from "../time/index.ts";
import { useClient } from "./client-context.tsx";
import { useLive } from "./live.tsx";
import { MenuNames, useLocale } from "./locale-context.tsx";
import { textOf } from "./messages.ts";
import { useSessionState } from "./session-store.ts";

export type MenuRow = CurrentUser["menus"][number];

export interface Session {
  readonly user: CurrentUser;
  /** Menu entries that the user may see, in display order. Sections are entries without a path. */
  readonly menus: readonly MenuRow[];
  /** Name of the system: the tenant's own name, or the default name if the tenant has set none (spec admin §7). */
  readonly systemName: string;
  /** Returns true if the user has the right for the action on the screen. */
  readonly can: (menuId: string, action: RightAction) => boolean;
  /** Returns true if the user may call an operation. The user's rights and the kind of user decide this. */
  readonly allows: (access: Access) => boolean;
  /** Returns true if the user may add (A), modify (M) or delete (D) rows of the table directly. */
  readonly mayWrite: (entity: Entity, action: Action) => boolean;
  /** Path of the first screen in the user's menu. */
  readonly home: string | undefined;
}

const SessionContext = createContext<Session | undefined>(undefined);
const sessionKey = ["session"] as const;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession outside of SessionProvider");
  return session;
}

/**
 * Returns the session, or undefined while the user is not known yet. Used, for example, by the dialog that is shown
 * after the session has ended.
 */
export const useMaybeSession = (): Session | undefined => useContext(SessionContext);

/** In a view ("View as this user"), returns the reason why nothing can be changed. Else returns undefined. */
export function useViewOnly(): string | undefined {
  const { errors } = useLocale();
  return useMaybeSession()?.user.viewer ? errors.viewOnly : undefined;
}

/**
 * Returns the menu rows in display order: each section, followed by its screens. `sortNumber` is the order of the
 * sections, and of the screens within a section.
 */
function inMenuOrder(rows: readonly MenuRow[]): MenuRow[] {
  const sorted = [...rows].sort((a, b) => a.sortNumber - b.sortNumber);
  return sorted
    .filter((r) => !r.parentId)
    .flatMap((top) => [top, ...sorted.filter((r) => r.parentId === top.menuId)]);
}

interface SessionProviderProps {
  readonly children: ReactNode;
  /** Content that is shown while the data of the user is loading. */
  readonly waiting: ReactNode;
  readonly failed: (error: Error, retry: () => void) => ReactNode;
  /** Content that is drawn above everything else, for example the dialog to log in again. */
  readonly overlay: ReactNode;
}

const sessionQuery = (client: Client) => ({
  queryKey: sessionKey,
  queryFn: () => client.user(),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Asks for the user's data while the texts are still loading. Renders nothing. */
export function EarlySession() {
  useQuery(sessionQuery(useClient()));
  return null;
}

export function SessionProvider({ children, waiting, failed, overlay }: SessionProviderProps) {
  const client = useClient();
  const locale = useLocale();
  const expired = useSessionState((s) => s.expired);
  const query = useQuery(sessionQuery(client));
  const user = query.data;
  const session = useMemo<Session | undefined>(() => {
    if (!user) return undefined;
    // Sets the zone before the first page is drawn, because pages read the zone while they are drawn.
    setZone(user.info.zone);
    const rights = new Set(user.authorities);
    const menus = inMenuOrder(user.menus);
    const can: Session["can"] = (menuId, action) => rights.has(`${menuId}:${action}`);
    const caller = { kind: user.callerKind, roleCode: user.info.roleCode, may: can };
    return {
      user,
      menus,
      systemName: user.sysName ? textOf(user.sysName, locale) : locale.errors.systemName,
      can,
      allows: (access) => allows(access, caller),
      mayWrite: ({ access }, action) => allows(accessOfTable(access, action), caller),
      home: menus.find((m) => m.path)?.path,
    };
  }, [user, locale]);
  const names = useMemo(
    () =>
      Object.fromEntries(
        (user?.menus ?? []).flatMap((m) => {
          const name = m.names[locale.code];
          const menu = menuName(m.menuId);
          return name && menu ? [[menu, name]] : [];
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

/**
 * Loads the user's rights again when the server reports a change of these rights. Menus and buttons then change at
 * once.
 */
export function useSessionUpdates(): void {
  const queries = useQueryClient();
  useLive(["session"], () => void queries.invalidateQueries({ queryKey: sessionKey }));
}

/** Returns a function that logs out and clears all cached data, even if the server cannot be reached. */
export function useEndSession(): (notifyServer: boolean) => Promise<void> {
  const client = useClient();
  const queries = useQueryClient();
  return useCallback(
    async (notifyServer) => {
      if (notifyServer) await client.run(logOut, {}).catch(() => {});
      client.tokens.clear();
      await client.offline?.end();
      useSessionState.getState().renew();
      queries.clear();
    },
    [client, queries],
  );
}

/**
 * Returns a function for the dialog in which a user logs in again. Call the function after the log-in: it closes the
 * dialog, and the open page loads its data again.
 */
export function useRenewSession(): () => Promise<void> {
  const client = useClient();
  const queries = useQueryClient();
  return useCallback(async () => {
    useSessionState.getState().renew();
    void client.offline?.outbox.drain();
    await queries.invalidateQueries();
  }, [client, queries]);
}

/** Sets the title of the document to "screen – product" (spec admin §2). `product` is the name of the system. */
export function useDocumentTitle(screen: string | undefined, product: string): void {
  useEffect(() => {
    document.title = screen ? `${screen} – ${product}` : product;
  }, [screen, product]);
}
