import { browserMeasure, type Measure } from "@shotkeeper/label-print";

let measured: Measure | undefined;

/** Characters are measured once for all that is drawn. */
export function measure(): Measure {
  measured ??= browserMeasure();
  return measured;
}
