import { type bucket, shotSeries } from "@shotkeeper/contract/production";
import { useCommandData } from "@shotkeeper/ui/data";
import { serverNow } from "@shotkeeper/ui/time";

const hourMs = 3_600_000;

type Bucket = (typeof bucket.values)[keyof typeof bucket.values];

/**
 * Returns the period of the last `days` days. The period ends at the end of the present hour, so that the bounds and
 * the query's cache key change only once an hour.
 */
export function lastDays(days: number): { readonly from: string; readonly to: string } {
  const to = Math.ceil(serverNow() / hourMs) * hourMs;
  return { from: new Date(to - days * 24 * hourMs).toISOString(), to: new Date(to).toISOString() };
}

/** Loads a mold's shots by hour, day or month. Loads them again when live events report new readings. */
export function useSeries(moldNo: string, from: string, to: string, by: Bucket, enabled = true) {
  return useCommandData(shotSeries, { moldNo, from, to, bucket: by }, { live: ["reading"], enabled });
}
