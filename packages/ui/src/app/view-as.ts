import { logOut } from "@shotkeeper/contract/system";
import { useCallback } from "react";
import { useClient } from "./client-context.tsx";

/** Loads the application again at an address, so that no data of the earlier user stay in memory. */
function reloadAt(path: string): void {
  location.hash = `#${path}`;
  location.reload();
}

/**
 * Key in session storage for the address of the page on which the user began the view. Each browser tab has its own
 * session storage and its own view.
 */
const startKey = "shotkeeper.view-start";

/** Returns functions that begin and end a view ("View as this user") in this tab. */
export function useViewAs() {
  const client = useClient();
  const open = useCallback(
    (token: string) => {
      sessionStorage.setItem(startKey, location.hash.slice(1));
      client.tokens.openView(token);
      reloadAt("/");
    },
    [client],
  );
  const close = useCallback(async () => {
    // Ignores the error if the server cannot be reached. The view then ends by itself after at most 30 minutes.
    await client.run(logOut, {}).catch(() => {});
    client.tokens.closeView();
    const start = sessionStorage.getItem(startKey) ?? "/system/user";
    sessionStorage.removeItem(startKey);
    reloadAt(start);
  }, [client]);
  return { open, close };
}
