/**
 * Returns the number of random cases per property. PROPERTY_RUNS limits the usual number, because mutation tests and
 * short runs of all tests need fewer cases.
 */
export function propertyRuns(usual: number): number {
  return Math.min(usual, Number(process.env.PROPERTY_RUNS ?? usual));
}
