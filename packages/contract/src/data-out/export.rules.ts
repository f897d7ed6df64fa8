import { type Refusal, type Row, refusals } from "../kernel/index.ts";
import { dataset } from "./dataset.ts";
import { type dataExport, exportRunState, exportTarget } from "./export.entity.ts";

type Export = Partial<Row<typeof dataExport>>;

/**
 * Returns why a schedule is invalid. Returns undefined if the schedule is valid. The form and the server share this
 * check.
 */
export function refuseExport(e: Export): Refusal | undefined {
  const { datasets } = e;
  if (!Array.isArray(datasets) || datasets.length === 0) return refusals.missingField("datasets");
  const isKnown = datasets.every((d) => typeof d === "string" && Object.hasOwn(dataset.values, d));
  if (!isKnown || new Set(datasets).size < datasets.length) return refusals.invalidField("datasets");
  // Refuses a first day before the year 2000, which is a typing mistake. Each period produces a file, so such an export
  // could produce millions of files.
  if (e.exportSince && e.exportSince < "2000-01-01") return refusals.invalidField("exportSince");
  if (e.exportTarget !== exportTarget.values.s3) return undefined;
  for (const name of ["s3Endpoint", "s3Region", "s3Bucket", "s3KeyId"] as const)
    if (!e[name]) return refusals.missingField(name);
  return undefined;
}

/**
 * Returns why an export file cannot be written again now: it is still waiting to be written, or is being written.
 * Otherwise returns undefined.
 */
export const refuseAgain = ({ runState }: { readonly runState: string | null }): Refusal | undefined =>
  runState === exportRunState.values.done || runState === exportRunState.values.failed
    ? undefined
    : refusals.wrongState();
