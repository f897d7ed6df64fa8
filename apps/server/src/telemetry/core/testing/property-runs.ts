/** Number of random cases per property. PROPERTY_RUNS overrides it: mutation testing uses fewer. */
export function propertyRuns(usual: number): number {
  return Number(process.env.PROPERTY_RUNS ?? usual);
}
