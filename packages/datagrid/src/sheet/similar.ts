/** Two titles in Latin letters are never similar if one of them has fewer characters than this. */
const MIN_LATIN = 5;
/** Two titles in another script, such as Chinese, are never similar if one of them has fewer characters than this. */
const MIN_CHINESE = 3;

const isLatin = (text: string): boolean => !/[^\u0020-\u024f]/.test(text);
const digits = (text: string): string => text.replace(/\D/g, "");

/** Returns the number of characters to insert, delete or replace to change `a` into `b` (Levenshtein distance). */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    before = row;
  }
  return before[b.length] ?? 0;
}

/** Returns true if all characters of `short` occur in `long`, in this order. */
function isSubsequence(short: string, long: string): boolean {
  let at = 0;
  for (const c of long) if (c === short[at]) at++;
  return at === short.length;
}

/**
 * Returns true if two normalized titles probably mean the same column. Latin titles may differ by typing errors. A
 * Chinese title may have up to two additional characters. Titles with different digits are never similar, because
 * "Size 1" is not "Size 2".
 */
export function isSimilar(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length > 60 || digits(a) !== digits(b)) return false;
  // Requires the same first letter: weight and height differ by one letter, but mean different columns.
  if (isLatin(a) && isLatin(b))
    return short.length >= MIN_LATIN && a[0] === b[0] && distance(a, b) <= Math.floor(long.length / 5);
  return short.length >= MIN_CHINESE && long.length - short.length <= 2 && isSubsequence(short, long);
}
