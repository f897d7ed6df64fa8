/** Number of rounds of SHA-256 (FIPS 180-4). */
const rounds = 64;

/** Returns the first 32 bits of the fractional part of a number. */
const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;

const primes: number[] = [];
for (let n = 2; primes.length < rounds; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
/** Constants of SHA-256: roots of the first primes. */
const constants = Int32Array.from(primes, (p) => fraction(Math.cbrt(p)));
const start = Int32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p)));

const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/**
 * Returns the SHA-256 of a block of 16 words as 8 words. The browser's own function is missing on pages without TLS,
 * and is slow for short texts.
 */
function hashBlock(block: Int32Array, schedule: Int32Array): Int32Array {
  schedule.set(block);
  const at = (i: number) => schedule[i] ?? 0;
  for (let i = 16; i < rounds; i++) {
    const [x, y] = [at(i - 15), at(i - 2)];
    const a = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const b = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    schedule[i] = (at(i - 16) + a + at(i - 7) + b) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = start;
  for (let i = 0; i < rounds; i++) {
    const one = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + one + ((e & f) ^ (~e & g)) + (constants[i] ?? 0) + at(i)) | 0;
    const zero = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = (zero + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  return Int32Array.of(a, b, c, d, e, f, g, h).map((x, i) => (x + (start[i] ?? 0)) | 0);
}

/** Writes an ASCII text of at most 55 characters as a block of SHA-256, with its padding. */
function blockOf(text: string): Int32Array {
  const bytes = new DataView(new ArrayBuffer(64));
  for (let i = 0; i < text.length; i++) bytes.setUint8(i, text.charCodeAt(i));
  bytes.setUint8(text.length, 0x80);
  bytes.setUint32(60, text.length * 8);
  return Int32Array.from({ length: 16 }, (_, i) => bytes.getInt32(i * 4));
}

/** Returns the number of leading zero bits of the SHA-256 of a text, at most 64. */
function zeroBits(text: string, schedule = new Int32Array(rounds)): number {
  const [first = 0, second = 0] = hashBlock(blockOf(text), schedule);
  return first === 0 ? 32 + Math.clz32(second) : Math.clz32(first);
}

const textOf = (id: string, proof: string) => `${id}:${proof}`;

/** Returns whether the hash of `id` (of a captcha) and `proof` begins with at least `difficulty` zero bits. */
export function hasProof(id: string, proof: string, difficulty: number): boolean {
  if (difficulty <= 0) return true;
  return /^\d{1,12}$/.test(proof) && id.length <= 40 && zeroBits(textOf(id, proof)) >= difficulty;
}

/** Finds the proof of work for a captcha by trying numbers. The search takes about 2 ** difficulty hashes. */
export function findProof(id: string, difficulty: number): string {
  const schedule = new Int32Array(rounds);
  for (let n = 0; ; n++) if (zeroBits(textOf(id, String(n)), schedule) >= difficulty) return String(n);
}
