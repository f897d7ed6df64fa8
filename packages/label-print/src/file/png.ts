import type { Samples } from "./samples.ts";

/** Table to compute a CRC-32 (polynomial 0xedb88320). Each chunk of a PNG file ends with this checksum. */
const crcOf = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

function chunk(type: string, data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(data, 8);
  let crc = 0xffffffff;
  for (let i = 4; i < data.length + 8; i++) crc = (crc >>> 8) ^ (crcOf[(crc ^ (bytes[i] ?? 0)) & 255] ?? 0);
  view.setUint32(data.length + 8, ~crc);
  return bytes;
}

/**
 * Makes a PNG file. The browser's canvas could do this too, but takes several times as long: it encodes four bytes per
 * pixel and waits for idle time.
 */
export function pngOf({ width, height, colors, bytes }: Samples): Blob {
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // 8 bits per colour. The colour type 0 means grey, and 2 means RGB.
  head.set([8, colors === 1 ? 0 : 2], 8);
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const chunks = [chunk("IHDR", head), chunk("IDAT", bytes), chunk("IEND", new Uint8Array(0))];
  return new Blob([signature, ...chunks], { type: "image/png" });
}
