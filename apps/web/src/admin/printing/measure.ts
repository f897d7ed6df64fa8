import { browserMeasure, type Measure } from "@shotkeeper/label-print";

let measured: Measure | undefined;

/** Returns the shared text measure, which caches the width of each character. */
export function measure(): Measure {
  measured ??= browserMeasure();
  return measured;
}
