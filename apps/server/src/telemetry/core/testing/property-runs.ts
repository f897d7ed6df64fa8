/**
 * Returns the number of random cases per property. PROPERTY_RUNS overrides the usual number, because mutation tests
 * need fewer cases.
 */
export function propertyRuns(usual: number): number {
  return Number(process.env.PROPERTY_RUNS ?? usual);
}
