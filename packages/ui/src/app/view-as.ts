import { logOut } from "@shotkeeper/contract/system";
import { useCallback } from "react";
import { useClient } from "./client-context.tsx";

/**
 * Loads the application again at an address. The data of another user, which the open page holds, are then gone.
 */
function reloadAt(path: string): void {
  location.hash = `#${path}`;
  location.reload();
}

/** Returns functions that begin and end a view ("View as this user") in this tab. */
export function useViewAs() {
  const client = useClient();
  const open = useCallback(
    (token: string) => {
      client.tokens.openView(token);
      reloadAt("/");
    },
    [client],
  );
  const close = useCallback(async () => {
    // The view ends soon by itself, if the server cannot be reached now.
    await client.run(logOut, {}).catch(() => {});
    client.tokens.closeView();
    reloadAt("/system/user");
  }, [client]);
  return { open, close };
}
