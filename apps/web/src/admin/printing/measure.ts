import { browserMeasure, type Measure } from "@shotkeeper/label-print";

let measured: Measure | undefined;

/**
 * Returns the shared instance that measures the width of texts. It is shared because it caches the widths of
 * characters.
 */
export function measure(): Measure {
  measured ??= browserMeasure();
  return measured;
}
