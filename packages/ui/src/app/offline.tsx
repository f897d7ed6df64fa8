import type { Action, OutboxState } from "@shotkeeper/client/offline";
import type { Fields } from "@shotkeeper/contract/kernel";
import type { Locale } from "@shotkeeper/locales";
import { createContext, useContext, useSyncExternalStore } from "react";
import { useClient } from "./client-context.tsx";

/**
 * Describes the actions of the outbox to the user. An action is a write that is stored on this device until the server
 * has answered. The application passes this object, because only the application knows its actions.
 */
export interface ActionTexts {
  /** Returns a text that says what an action does. */
  readonly title: (action: Action, locale: Locale) => string;
  /**
   * Returns a text for an action that the server has applied, but with an answer that the user should see, for example
   * that a scanned code is unknown.
   */
  readonly attention: (action: Action, locale: Locale) => string;
  /** Returns the fields of the input of an action, and the names of the fields that the user may edit. */
  readonly form: (kind: string) => { readonly fields: Fields; readonly names: readonly string[] } | undefined;
  /**
   * Returns the input with which the user insists on a refused action ("Keep mine"): sent with this input, the action
   * overwrites what another user has saved. Undefined: this is not possible, and the user can only send the action
   * again unchanged.
   */
  readonly insist: (action: Action) => Action["body"] | undefined;
  /** Returns the address of the screen on which the action was done. */
  readonly path: (action: Action) => string | undefined;
  /** Downloads the data that this device needs without a connection. Rejects if the server cannot be reached. */
  readonly takeAlong: () => Promise<void>;
}

const ActionTextsContext = createContext<ActionTexts | undefined>(undefined);
export const ActionTextsProvider = ActionTextsContext.Provider;
export const useActionTexts = (): ActionTexts | undefined => useContext(ActionTextsContext);

const nothing: OutboxState = {
  actions: [],
  others: {},
  isSending: false,
  isReachable: true,
  needsSignIn: false,
};
const never = () => () => {};
const nothingState = () => nothing;

/** Returns the state of the outbox, and updates the component when it changes. */
export function useOutbox(): OutboxState {
  const outbox = useClient().offline?.outbox;
  return useSyncExternalStore(outbox?.subscribe ?? never, outbox?.getState ?? nothingState);
}
