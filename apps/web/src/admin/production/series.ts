import { type bucket, shotSeries } from "@shotkeeper/contract/production";
import { useCommandData } from "@shotkeeper/ui/data";
import dayjs from "dayjs";

type Bucket = (typeof bucket.values)[keyof typeof bucket.values];

/**
 * The last days up to the end of the present hour. The bounds change once an hour, so renders do not repeat the
 * request.
 */
export function lastDays(days: number): { readonly from: string; readonly to: string } {
  const to = dayjs().endOf("hour");
  return { from: to.subtract(days, "day").toISOString(), to: to.toISOString() };
}

/** Loads a mold's shot series and keeps it up to date. */
export function useSeries(moldNo: string, from: string, to: string, by: Bucket, enabled = true) {
  return useCommandData(shotSeries, { moldNo, from, to, bucket: by }, { live: ["reading"], enabled });
}
