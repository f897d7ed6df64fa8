/**
 * Returns a × b ÷ divisor as quotient and remainder, exact also if a × b exceeds 2^53. All inputs are non-negative
 * integers.
 */
export function multiplyDivide(a: number, b: number, divisor: number): { whole: number; rest: number } {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) {
    const rest = product % divisor;
    return { whole: (product - rest) / divisor, rest };
  }
  const exact = BigInt(a) * BigInt(b);
  const by = BigInt(divisor);
  return { whole: Number(exact / by), rest: Number(exact % by) };
}
