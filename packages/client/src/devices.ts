import { limits } from "@shotkeeper/contract/enumerations";

/**
 * Stores the tokens that identify this browser to the server, one for each account. The server counts log-in attempts
 * with such a token separately. So strangers who guess the password cannot lock the user out. A token does not
 * replace the password.
 */
export interface DeviceStore {
  get(tenantId: string, userId: string): string | undefined;
  set(tenantId: string, userId: string, token: string): void;
}

type Entry = readonly [account: string, token: string];
const maxAccounts = 20;
const accountOf = (tenantId: string, userId: string) => JSON.stringify([tenantId, userId]);

/** Returns the stored tokens, the latest first. Ignores a value that another program has written. */
function entriesOf(text: string | null): readonly Entry[] {
  try {
    const list: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(list)
      ? list.filter(
          (e): e is Entry => Array.isArray(e) && typeof e[0] === "string" && typeof e[1] === "string",
        )
      : [];
  } catch {
    return [];
  }
}

export function browserDeviceStore(): DeviceStore {
  const key = limits.storageKeys.devices;
  const read = () => entriesOf(localStorage.getItem(key));
  return {
    get: (tenantId, userId) => read().find(([account]) => account === accountOf(tenantId, userId))?.[1],
    set(tenantId, userId, token) {
      const account = accountOf(tenantId, userId);
      const entries: readonly Entry[] = [[account, token], ...read().filter(([a]) => a !== account)];
      localStorage.setItem(key, JSON.stringify(entries.slice(0, maxAccounts)));
    },
  };
}
