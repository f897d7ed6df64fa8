/**
 * Returns the SQL expression of the amount `made` in percent of the amount `planned`, with one decimal. 100 % means
 * that all is made, so 99.96 % is not rounded up. Null if `made` is null.
 */
export const progressOf = (made: string, planned: string): string => `
  case
    when ${made} >= ${planned} then round(${made} * 100.0 / ${planned}, 1)
    when ${made} < ${planned} then least(99.9, round(${made} * 100.0 / ${planned}, 1))
  end
`;
