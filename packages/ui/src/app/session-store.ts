import { create } from "zustand";

/** Whether the server ended the session (S0010). The client tells; the frame shows the modal. */
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

/** Who logged in last on this machine: fills the form, never the password. */
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

/** The log-in page's address, with the way back to the page that was wanted. */
export function loginAddress({
  pathname,
  search,
}: {
  readonly pathname: string;
  readonly search: string;
}): string {
  return pathname === "/" ? "/login" : `/login?from=${encodeURIComponent(pathname + search)}`;
}
