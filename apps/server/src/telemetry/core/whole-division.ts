/** a × b ÷ divisor in whole numbers, exact also where a × b is beyond 2^53. All are non-negative integers. */
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
