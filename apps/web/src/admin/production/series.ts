import { type bucket, shotSeries } from "@shotkeeper/contract/production";
import { useRun } from "@shotkeeper/ui/screen";
import dayjs from "dayjs";

type Bucket = (typeof bucket.values)[keyof typeof bucket.values];

/** A span that ends with the present hour, so that the same question is not asked anew with every render. */
export function lastDays(days: number): { readonly from: string; readonly to: string } {
  const to = dayjs().endOf("hour");
  return { from: to.subtract(days, "day").toISOString(), to: to.toISOString() };
}

export function useSeries(moldNo: string, from: string, to: string, by: Bucket, enabled = true) {
  return useRun(shotSeries, { moldNo, from, to, bucket: by }, { live: ["reading"], enabled });
}
