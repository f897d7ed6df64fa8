import { browserMeasure, type Measure } from "@shotkeeper/label-print";

let measured: Measure | undefined;

/**
 * Returns the shared instance that measures the width of texts. All callers share one instance, because it caches the
 * widths of characters.
 */
export function measure(): Measure {
  measured ??= browserMeasure();
  return measured;
}
