/**
 * Watches the lengths of MQTT packets as their bytes go by, so that a packet which announces more than is allowed is
 * refused before it is buffered. Looks at the few bytes of each header only.
 */
export class FrameGuard {
  /** Bytes of the packet under way that are still to come. */
  private rest = 0;
  /** Where the header is: 0 its first byte, 1 … 4 the bytes of the length. */
  private at = 0;
  private length = 0;

  /** `limit`: the largest packet, in bytes without its header. */
  constructor(public limit: number) {}

  /** false: a packet is too large, or its header is not one. */
  feed(chunk: Buffer): boolean {
    let i = 0;
    const n = chunk.length;
    while (i < n) {
      if (this.rest > 0) {
        const skip = Math.min(this.rest, n - i);
        this.rest -= skip;
        i += skip;
        continue;
      }
      const byte = chunk[i++] ?? 0;
      if (this.at === 0) {
        this.at = 1;
        this.length = 0;
        continue;
      }
      this.length += (byte & 127) * 128 ** (this.at - 1);
      if (byte & 128) {
        if (++this.at > 4) return false;
        continue;
      }
      if (this.length > this.limit) return false;
      this.at = 0;
      this.rest = this.length;
    }
    return true;
  }
}

/** Protocol level that a CONNECT announces: 3, 4, 5. undefined: more bytes are needed. 0: no CONNECT. */
export function protocolLevel(head: Buffer): number | undefined {
  if (head.length === 0) return undefined;
  if (head[0] !== 0x10) return 0;
  let i = 1;
  for (; ; i++) {
    if (i > 4) return 0;
    const byte = head[i];
    if (byte === undefined) return undefined;
    if ((byte & 128) === 0) break;
  }
  i++;
  const lengthLow = head[i + 1];
  if (lengthLow === undefined) return undefined;
  if (head[i] !== 0 || (lengthLow !== 4 && lengthLow !== 6)) return 0;
  return head[i + 2 + lengthLow];
}
