import { create } from "zustand";

/** True after the server has ended the session (S0010). The client sets it; the shell shows the expiry modal. */
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

/** Returns who logged in last in this browser, to fill the log-in form. The password is never stored. */
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

/** Returns the address of the log-in page, which leads back to the given page after the log-in. */
export function loginAddress({
  pathname,
  search,
}: {
  readonly pathname: string;
  readonly search: string;
}): string {
  return pathname === "/" ? "/login" : `/login?from=${encodeURIComponent(pathname + search)}`;
}
