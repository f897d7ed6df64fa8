/**
 * Checks the length of MQTT packets while bytes arrive. It reads only the packet headers. So a packet above the limit
 * is refused before it is buffered.
 */
export class FrameGuard {
  /** Number of bytes of the current packet's content that have not arrived yet. */
  private rest = 0;
  /** Position in the packet header. 0: first byte. 1 to 4: bytes of the length field. */
  private at = 0;
  private length = 0;

  /** @param limit maximum packet size without header, bytes; `feed` refuses a larger packet */
  constructor(public limit: number) {}

  /** True if the bytes received so far end at a packet boundary. */
  get isBetween(): boolean {
    return this.rest === 0 && this.at === 0;
  }

  /** Checks a chunk. Returns false if a packet is too large or its header is invalid. */
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

/** Fields of a PUBLISH packet with QoS 1 that the ingest needs. */
export interface Publish {
  readonly topic: string;
  readonly messageId: number;
  readonly payload: Buffer;
}

const publishQos1 = 0x32;
/**
 * Mask for the first byte of a PUBLISH packet. It removes the flags DUP and RETAIN, which do not matter for readings.
 */
const withoutFlags = 0xf6;

/**
 * Parses a chunk of complete packets. Returns undefined if one of them is not a valid PUBLISH packet with QoS 1.
 * Topics are decoded as Latin-1, because the topics for readings are ASCII. A topic with other characters is
 * decoded wrongly. This is harmless, because such a topic is not for readings.
 */
export function publishes(chunk: Buffer): Publish[] | undefined {
  const found: Publish[] = [];
  for (let i = 0; i < chunk.length; ) {
    if (((chunk[i] ?? 0) & withoutFlags) !== publishQos1) return undefined;
    let length = 0;
    let factor = 1;
    let byte: number;
    do {
      byte = chunk[++i] ?? 0;
      length += (byte & 127) * factor;
      factor *= 128;
    } while (byte & 128);
    const start = i + 1;
    const end = start + length;
    const topicEnd = start + 2 + (((chunk[start] ?? 0) << 8) | (chunk[start + 1] ?? 0));
    const messageId = ((chunk[topicEnd] ?? 0) << 8) | (chunk[topicEnd + 1] ?? 0);
    if (length < 4 || topicEnd + 2 > end || end > chunk.length || messageId === 0) return undefined;
    found.push({
      topic: chunk.toString("latin1", start + 2, topicEnd),
      messageId,
      payload: chunk.subarray(topicEnd + 2, end),
    });
    i = end;
  }
  return found;
}

/** Returns the PUBACK packets for the given PUBLISH packets, one for each. */
export function pubacks(list: readonly Publish[]): Buffer {
  const bytes = Buffer.allocUnsafe(list.length * 4);
  list.forEach(({ messageId }, i) => {
    bytes.writeUInt32BE(0x4002_0000 + messageId, i * 4);
  });
  return bytes;
}

/**
 * Returns the protocol level of a CONNECT packet: 3, 4 or 5. Returns undefined if more bytes are needed, and 0 if the
 * packet is not CONNECT.
 */
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
