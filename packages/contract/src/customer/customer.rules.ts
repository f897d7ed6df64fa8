const alphabet = "0123456789ABCDEFGHJKLMNPQRTUWXY";

/**
 * Returns true if a text is a taxpayer id. An id has 18 characters, the last of which is a check character (GB
 * 32100-2015), or 15 digits in the older format.
 */
export function isTaxpayerId(id: string): boolean {
  if (/^\d{15}$/.test(id)) return true;
  const values = [...id].map((character) => alphabet.indexOf(character));
  const check = values.pop();
  if (check === undefined || values.length !== 17 || values.includes(-1)) return false;
  // By the standard GB 32100, the weight of each position is a power of 3, modulo 31.
  let sum = 0;
  let weight = 1;
  for (const value of values) {
    sum += value * weight;
    weight = (weight * 3) % 31;
  }
  return (31 - (sum % 31)) % 31 === check;
}
