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
   * Uses the token of a view ("View as this user") in this tab until `closeView`. The token of the log-in stays stored.
   */
  openView(token: string): void;
  closeView(): void;
  isView(): boolean;
  /**
   * Returns a random id of the present log-in, or null without a token. A renewed token keeps the id. Values that are
   * stored for a session are bound to this id.
   */
  session(): string | null;
}

const key = limits.storageKeys.token;
const sessionKey = `${key}-session`;

/**
 * Keys under which session storage holds the token and session id of a view. Other tabs do not see this storage, so
 * they keep the user's own session.
 */
const viewKey = `${key}-view`;
const viewSessionKey = `${viewKey}-session`;

const newSession = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

function closeView(): void {
  sessionStorage.removeItem(viewKey);
  sessionStorage.removeItem(viewSessionKey);
}

export function browserTokenStore(): TokenStore {
  return {
    get: () => sessionStorage.getItem(viewKey) ?? sessionStorage.getItem(key) ?? localStorage.getItem(key),
    set(token, remember) {
      // Stores a renewed token in the storage of the old token, because the user's choice to stay logged in still
      // holds.
      const store = (remember ?? localStorage.getItem(key) !== null) ? localStorage : sessionStorage;
      (store === localStorage ? sessionStorage : localStorage).removeItem(key);
      store.setItem(key, token);
      // Only a log-in sets `remember`. A log-in gets a new session id; a renewed token keeps the id.
      if (remember !== undefined) {
        closeView();
        (store === localStorage ? sessionStorage : localStorage).removeItem(sessionKey);
        store.setItem(sessionKey, newSession());
      }
    },
    clear() {
      for (const store of [sessionStorage, localStorage]) {
        store.removeItem(key);
        store.removeItem(sessionKey);
      }
      closeView();
    },
    openView(token) {
      sessionStorage.setItem(viewKey, token);
      sessionStorage.setItem(viewSessionKey, newSession());
    },
    closeView,
    isView: () => sessionStorage.getItem(viewKey) !== null,
    session() {
      if (sessionStorage.getItem(viewKey) !== null) return sessionStorage.getItem(viewSessionKey);
      const store = [sessionStorage, localStorage].find((s) => s.getItem(key) !== null);
      if (!store) return null;
      // Creates an id if there is none: an earlier version of the application stored tokens without an id.
      if (store.getItem(sessionKey) === null) store.setItem(sessionKey, newSession());
      return store.getItem(sessionKey);
    },
  };
}

export function memoryTokenStore(): TokenStore {
  let token: string | null = null;
  let view: string | null = null;
  return {
    get: () => view ?? token,
    set(t) {
      token = t;
    },
    clear() {
      token = null;
      view = null;
    },
    openView(t) {
      view = t;
    },
    closeView() {
      view = null;
    },
    isView: () => view !== null,
    session: () => view ?? token,
  };
}
