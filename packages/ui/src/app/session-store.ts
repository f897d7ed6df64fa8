import { create } from "zustand";

/**
 * State that tells whether the server has ended the session (S0010). The API client sets this state, and the
 * application shell then shows a dialog to log in again.
 */
interface SessionStore {
  readonly expired: boolean;
  readonly expire: () => void;
  readonly renew: () => void;
}

export const useSessionState = create<SessionStore>()((set) => ({
  expired: false,
  expire: () => set({ expired: true }),
  renew: () => set({ expired: false }),
}));

const key = "shotkeeper.login";

export interface LastLogin {
  readonly tenantId: string;
  readonly userId: string;
  readonly remember: boolean;
}

/**
 * Returns the tenant and user of the last log-in in this browser, to prefill the log-in form. The password is never
 * stored.
 */
export function lastLogin(): LastLogin {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    const o = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
    return {
      tenantId: String(o.tenantId ?? ""),
      userId: String(o.userId ?? ""),
      remember: o.remember === true,
    };
  } catch {
    return { tenantId: "", userId: "", remember: false };
  }
}

export function rememberLogin(l: LastLogin): void {
  localStorage.setItem(key, JSON.stringify(l));
}

/**
 * Returns the address of the log-in page for a user who is on another page. After the log-in, the user returns to that
 * page. `tenantId` is the tenant that the log-in page fills in.
 */
export function loginAddress(
  { pathname, search }: { readonly pathname: string; readonly search: string },
  tenantId?: string,
): string {
  const params = {
    ...(pathname === "/" ? {} : { from: pathname + search }),
    ...(tenantId ? { tenant: tenantId } : {}),
  };
  const query = new URLSearchParams(params).toString();
  return query === "" ? "/login" : `/login?${query}`;
}
