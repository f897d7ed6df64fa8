/** Returns the number of random cases per property. `usual` applies unless PROPERTY_RUNS is set. */
export function propertyRuns(usual: number): number {
  return Number(process.env.PROPERTY_RUNS ?? usual);
}
