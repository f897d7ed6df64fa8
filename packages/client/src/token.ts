import { limits } from "@shotkeeper/contract/enumerations";

/**
 * Stores the session token. Uses local storage if the user chose to stay logged in, and session storage otherwise
 * (spec admin §7).
 */
export interface TokenStore {
  get(): string | null;
  set(token: string, remember?: boolean): void;
  clear(): void;
}

const key = limits.storageKeys.token;

export function browserTokenStore(): TokenStore {
  return {
    get: () => sessionStorage.getItem(key) ?? localStorage.getItem(key),
    set(token, remember) {
      // Stores a renewed token where the old one was, because the user's choice to stay logged in still holds.
      const store = (remember ?? localStorage.getItem(key) !== null) ? localStorage : sessionStorage;
      (store === localStorage ? sessionStorage : localStorage).removeItem(key);
      store.setItem(key, token);
    },
    clear() {
      sessionStorage.removeItem(key);
      localStorage.removeItem(key);
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
  };
}
