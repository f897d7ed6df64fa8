/** Returns the browser's permission for this page to reach services on this computer or in the local network. */
export async function localNetworkAccess(): Promise<"granted" | "denied" | "prompt" | "unknown"> {
  for (const name of ["loopback-network", "local-network-access"]) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // Ignores the error: this browser does not know this name of the permission. Tries the next name.
    }
  }
  return "unknown";
}
