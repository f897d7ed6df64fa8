import { logOut } from "@shotkeeper/contract/system";
import { useCallback } from "react";
import { useClient } from "./client-context.tsx";

/** Loads the application again at an address, so that no data of the earlier user stay in memory. */
function reloadAt(path: string): void {
  location.hash = `#${path}`;
  location.reload();
}

/** Key in session storage of the address at which the view began. Session storage is per tab, as is the view. */
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
    // If the server cannot be reached now, the view ends by itself after at most 30 minutes.
    await client.run(logOut, {}).catch(() => {});
    client.tokens.closeView();
    const start = sessionStorage.getItem(startKey) ?? "/system/user";
    sessionStorage.removeItem(startKey);
    reloadAt(start);
  }, [client]);
  return { open, close };
}
