import { type bucket, shotSeries } from "@shotkeeper/contract/production";
import { useCommandData } from "@shotkeeper/ui/data";
import dayjs from "dayjs";

type Bucket = (typeof bucket.values)[keyof typeof bucket.values];

/**
 * Returns the period of the last `days` days. It ends at the end of the present hour, so that the bounds and the
 * query's cache key change only once an hour.
 */
export function lastDays(days: number): { readonly from: string; readonly to: string } {
  const to = dayjs().endOf("hour");
  return { from: to.subtract(days, "day").toISOString(), to: to.toISOString() };
}

/** Loads a mold's shots by bucket. Live events of new readings refresh them. */
export function useSeries(moldNo: string, from: string, to: string, by: Bucket, enabled = true) {
  return useCommandData(shotSeries, { moldNo, from, to, bucket: by }, { live: ["reading"], enabled });
}
