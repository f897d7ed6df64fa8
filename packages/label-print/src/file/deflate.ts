/** Shortest and longest run of equal bytes in deflate: the previous byte is repeated 3 to 258 times. */
const [leastRun, mostRun] = [3, 258];
/**
 * Symbols of deflate: 0 to 255 are bytes, 256 ends the data, and 257 to 285 are runs of equal bytes. Each run symbol
 * stands for a range of lengths.
 */
const endOfData = 256;
const symbols = 286;
/** Longest code of a symbol, bits. */
const mostBits = 15;

/**
 * For each symbol from 257 on: the shortest run that the symbol stands for (`runBase`), and the number of extra bits
 * that tell how much longer the run is (`runExtra`).
 */
const runBase: number[] = [];
const runExtra: number[] = [];
/** Symbol for each length of a run. */
const runSymbol = new Uint16Array(mostRun + 1);
for (let symbol = 257, length = leastRun; symbol < 285; symbol++) {
  const extra = symbol < 265 ? 0 : (symbol - 261) >> 2;
  runBase.push(length);
  runExtra.push(extra);
  for (const end = length + (1 << extra); length < end; length++) runSymbol[length] = symbol;
}
runBase.push(mostRun);
runExtra.push(0);
runSymbol[mostRun] = 285;

/** Modulus of the checksum Adler-32. */
const adlerModulus = 65_521;

/** Writes bits into bytes. The first bit becomes the lowest bit of the byte. */
class Bits {
  readonly bytes: Uint8Array<ArrayBuffer>;
  #at: number;
  #held = 0;
  #count = 0;

  constructor(length: number, at: number) {
    this.bytes = new Uint8Array(length);
    this.#at = at;
  }

  /** Writes the lowest `count` bits of a value, at most 16. */
  put(value: number, count: number): void {
    this.#held |= value << this.#count;
    this.#count += count;
    while (this.#count >= 8) {
      this.bytes[this.#at++] = this.#held;
      this.#held >>>= 8;
      this.#count -= 8;
    }
  }

  /** Fills the last byte with zeros. Returns the number of bytes. */
  end(): number {
    if (this.#count > 0) this.bytes[this.#at++] = this.#held;
    return this.#at;
  }
}

/** Returns the code lengths of a Huffman code. `counts` states how often each symbol occurs. */
function huffmanLengths(counts: Uint32Array): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const leaves = [...counts.keys()]
    .filter((s) => counts[s])
    .map((s) => ({ weight: counts[s] ?? 0, symbols: [s] }));
  const byWeight = (a: { weight: number }, b: { weight: number }) => a.weight - b.weight;
  leaves.sort(byWeight);
  const joined: typeof leaves = [];
  // Both lists, leaves and joined nodes, are sorted by weight. So the lightest node is at the front of one of them.
  let [leaf, join] = [0, 0];
  const lightest = () => {
    const [a, b] = [leaves[leaf], joined[join]];
    if (a && (!b || a.weight <= b.weight)) {
      leaf++;
      return a;
    }
    join++;
    return b;
  };
  for (let i = 1; i < leaves.length; i++) {
    const [a, b] = [lightest(), lightest()];
    if (!a || !b) break;
    const inside = [...a.symbols, ...b.symbols];
    for (const s of inside) lengths[s] = (lengths[s] ?? 0) + 1;
    joined.push({ weight: a.weight + b.weight, symbols: inside });
  }
  if (!lengths.some((l) => l > mostBits)) return lengths;
  // Tries again with counts that differ less, because a code is longer than `mostBits` only if the counts differ
  // extremely.
  return huffmanLengths(counts.map((c) => (c === 0 ? 0 : (c >> 2) + 1)));
}

/**
 * Returns the canonical codes for code lengths. The bits of each code are reversed, because deflate writes the highest
 * bit of a code first.
 */
function codesOf(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(lengths.length);
  let code = 0;
  for (let bits = 1; bits <= mostBits; bits++, code <<= 1)
    for (const [symbol, length] of lengths.entries()) {
      if (length !== bits) continue;
      let reversed = 0;
      for (let i = 0; i < bits; i++) reversed |= ((code >> i) & 1) << (bits - 1 - i);
      codes[symbol] = reversed;
      code++;
    }
  return codes;
}

/**
 * Deflates bytes that contain long runs, such as the filtered rows of a page, as a zlib stream. Finds only runs of
 * equal bytes. The caller adds a run of any length by one call. Therefore this class is several times as fast as the
 * browser's `CompressionStream`.
 */
export class Deflate {
  /** The data in order. An entry below 256 is a byte; any other entry is 256 + the length of a run. */
  #tokens = new Uint16Array(1 << 16);
  #length = 0;
  readonly #counts = new Uint32Array(symbols);
  #last = -1;
  #repeats = 0;
  #a = 1;
  #b = 0;

  /** Adds a byte, `times` times. */
  add(byte: number, times = 1): void {
    this.#b = (this.#b + times * this.#a + (byte * times * (times + 1)) / 2) % adlerModulus;
    this.#a = (this.#a + byte * times) % adlerModulus;
    if (byte === this.#last) {
      this.#repeats += times;
      return;
    }
    this.#flush();
    this.#last = byte;
    this.#token(byte);
    this.#repeats = times - 1;
  }

  #flush(): void {
    while (this.#repeats >= leastRun) {
      const run = Math.min(this.#repeats, mostRun);
      this.#token(256 + run);
      this.#repeats -= run;
    }
    for (; this.#repeats > 0; this.#repeats--) this.#token(this.#last);
  }

  #token(token: number): void {
    if (this.#length === this.#tokens.length) {
      const larger = new Uint16Array(this.#length * 2);
      larger.set(this.#tokens);
      this.#tokens = larger;
    }
    this.#tokens[this.#length++] = token;
    const symbol = token < 256 ? token : (runSymbol[token - 256] ?? 0);
    this.#counts[symbol] = (this.#counts[symbol] ?? 0) + 1;
  }

  /** Returns the zlib stream of all bytes. */
  end(): Uint8Array<ArrayBuffer> {
    this.#flush();
    const counts = this.#counts;
    counts[endOfData] = 1;
    const lengths = huffmanLengths(counts);
    const codes = codesOf(lengths);
    let size = 0;
    for (let s = 0; s < symbols; s++) {
      const perSymbol = (lengths[s] ?? 0) + (s > endOfData ? (runExtra[s - 257] ?? 0) + 1 : 0);
      size += (counts[s] ?? 0) * perSymbol;
    }
    // Reserves 300 additional bytes: more than the header with the codes and the checksum need.
    const bits = new Bits(Math.ceil(size / 8) + 300, 2);
    // Header of zlib: deflate with a window of 32 KiB.
    bits.bytes.set([0x78, 0x9c]);
    // Header of the only and last block, which brings its own Huffman codes: for 286 symbols, for one distance, and for
    // all 19 lengths of codes that deflate has.
    bits.put(1, 1);
    bits.put(2, 2);
    bits.put(symbols - 257, 5);
    bits.put(0, 5);
    bits.put(15, 4);
    // The list of symbol lengths that follows is itself encoded. Writes the bit lengths of the codes for this: 0 for
    // the three repetition codes, which are not used, then four bits for each of the lengths 0 to 15.
    for (let i = 0; i < 19; i++) bits.put(i < 3 ? 0 : 4, 3);
    const fourBits = codesOf(new Uint8Array(16).fill(4));
    for (const length of lengths) bits.put(fourBits[length] ?? 0, 4);
    // The only distance is 1, and its code has one bit.
    bits.put(fourBits[1] ?? 0, 4);
    for (let i = 0; i < this.#length; i++) {
      const token = this.#tokens[i] as number;
      if (token < 256) bits.put(codes[token] as number, lengths[token] as number);
      else {
        const run = token - 256;
        const symbol = runSymbol[run] as number;
        bits.put(codes[symbol] as number, lengths[symbol] as number);
        const extra = runExtra[symbol - 257] as number;
        // Writes the extra bits of the length, and one bit 0 as the code of the only distance.
        bits.put(run - (runBase[symbol - 257] as number), extra + 1);
      }
    }
    bits.put(codes[endOfData] ?? 0, lengths[endOfData] ?? 0);
    const end = bits.end();
    new DataView(bits.bytes.buffer).setUint32(end, ((this.#b << 16) | this.#a) >>> 0);
    return bits.bytes.subarray(0, end + 4);
  }
}
