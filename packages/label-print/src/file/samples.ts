/** Pixels of a page in rows, as PNG and PDF files store them. */
export interface Samples {
  readonly width: number;
  readonly height: number;
  /** Bytes per pixel. 1: grey; 3: red, green, blue. */
  readonly colors: 1 | 3;
  /** Compressed rows (zlib). Each row begins with the number of its PNG filter. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * PNG filter Up: a byte is the difference to the byte above. White areas and bars become zeros, which deflate quickly.
 */
const up = 2;

/** True if the pixels have no colours. A grey page takes a third of the bytes. */
function isGrey(data: Uint8ClampedArray): boolean {
  for (let i = 0; i < data.length; i += 4)
    if (data[i] !== data[i + 1] || data[i] !== data[i + 2]) return false;
  return true;
}

function rowsOf({ width, height, data }: ImageData, colors: 1 | 3): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array((width * colors + 1) * height);
  const above = width * 4;
  let to = 0;
  for (let y = 0; y < height; y++) {
    rows[to++] = up;
    for (let at = y * above; at < (y + 1) * above; at += 4)
      for (let c = 0; c < colors; c++) {
        const before = y === 0 ? 0 : (data[at - above + c] ?? 0);
        // The array keeps the difference modulo 256.
        rows[to++] = (data[at + c] ?? 0) - before;
      }
  }
  return rows;
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new CompressionStream("deflate");
  const writer = writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  const [buffer] = await Promise.all([new Response(readable).arrayBuffer(), written]);
  return new Uint8Array(buffer);
}

/** Compresses the pixels of a page. */
export async function samplesOf(image: ImageData): Promise<Samples> {
  const { width, height, data } = image;
  const colors = isGrey(data) ? 1 : 3;
  return { width, height, colors, bytes: await deflated(rowsOf(image, colors)) };
}
