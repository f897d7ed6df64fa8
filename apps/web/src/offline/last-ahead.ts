/** Storage key of the last known difference between the server's clock and the device's clock. */
const key = "shotkeeper.clock-ahead";

/**
 * Returns by how many ms the server's clock is ahead of the device's clock. Until this page has measured the
 * difference, returns the value that an earlier page has stored.
 */
export function lastAhead(measured: number | undefined, store: Pick<Storage, "getItem" | "setItem">): number {
  if (measured === undefined) return Number(store.getItem(key) ?? 0);
  store.setItem(key, String(measured));
  return measured;
}
