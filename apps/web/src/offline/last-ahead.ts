/** Key under which the last known difference of the clocks is stored. */
const key = "shotkeeper.clock-ahead";

/**
 * Returns by how many ms the server's clock is ahead: as measured by this page, or as stored by the last one until the
 * server has answered.
 */
export function lastAhead(measured: number | undefined, store: Pick<Storage, "getItem" | "setItem">): number {
  if (measured === undefined) return Number(store.getItem(key) ?? 0);
  store.setItem(key, String(measured));
  return measured;
}
