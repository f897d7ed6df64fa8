import { limits } from "@shotkeeper/contract/enumerations";

/**
 * Stores the session token. Uses local storage if the user chose to stay logged in, and session storage otherwise
 * (spec admin §7).
 */
export interface TokenStore {
  get(): string | null;
  set(token: string, remember?: boolean): void;
  clear(): void;
  /**
   * Returns a random id of the present log-in, or null without a token. A renewed token keeps the id. Values that are
   * stored for a session are bound to it.
   */
  session(): string | null;
}

const key = limits.storageKeys.token;
const sessionKey = `${key}-session`;

const newSession = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

export function browserTokenStore(): TokenStore {
  return {
    get: () => sessionStorage.getItem(key) ?? localStorage.getItem(key),
    set(token, remember) {
      // Stores a renewed token where the old one was, because the user's choice to stay logged in still holds.
      const store = (remember ?? localStorage.getItem(key) !== null) ? localStorage : sessionStorage;
      (store === localStorage ? sessionStorage : localStorage).removeItem(key);
      store.setItem(key, token);
      // A log-in says whether to remember the user; a renewed token does not.
      if (remember !== undefined) {
        (store === localStorage ? sessionStorage : localStorage).removeItem(sessionKey);
        store.setItem(sessionKey, newSession());
      }
    },
    clear() {
      for (const store of [sessionStorage, localStorage]) {
        store.removeItem(key);
        store.removeItem(sessionKey);
      }
    },
    session() {
      const store = [sessionStorage, localStorage].find((s) => s.getItem(key) !== null);
      if (!store) return null;
      // A token that an earlier version has stored has no id yet.
      if (store.getItem(sessionKey) === null) store.setItem(sessionKey, newSession());
      return store.getItem(sessionKey);
    },
  };
}

export function memoryTokenStore(): TokenStore {
  let token: string | null = null;
  return {
    get: () => token,
    set(t) {
      token = t;
    },
    clear() {
      token = null;
    },
    session: () => token,
  };
}
