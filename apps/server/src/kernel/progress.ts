/**
 * Returns the SQL expression of the share `part` ÷ `whole` in percent with one decimal. It is rounded down, so that no
 * value below a threshold, such as 90 or 100 %, is shown as having reached it. Null if `whole` is null or 0.
 */
export const percentDown = (part: string, whole: string): string =>
  `trunc((${part}) * 100.0 / nullif(${whole}, 0), 1)`;

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
