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

/** Parts of a pixel that is read as one number: red in the lowest byte, then green, blue and alpha. */
const isGreyPixel = (p: number) => (p & 255) === ((p >>> 8) & 255) && (p & 255) === ((p >>> 16) & 255);

/**
 * Returns the rows of a page without colours, which has a third of the bytes. Returns undefined if a pixel is coloured.
 * Most pixels equal the one above: their difference is the 0 that the array holds already.
 */
function greyRows(width: number, height: number, pixels: Uint32Array): Uint8Array<ArrayBuffer> | undefined {
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0, at = 0, to = 0; y < height; y++) {
    rows[to++] = up;
    for (const end = at + width; at < end; at++, to++) {
      const pixel = pixels[at] as number;
      const above = y === 0 ? 0 : (pixels[at - width] as number);
      if (pixel === above) continue;
      if (!isGreyPixel(pixel)) return undefined;
      // The array keeps the difference modulo 256.
      rows[to] = pixel - above;
    }
  }
  return rows;
}

function colourRows({ width, height, data }: ImageData): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array((width * 3 + 1) * height);
  const above = width * 4;
  let to = 0;
  for (let y = 0; y < height; y++) {
    rows[to++] = up;
    for (let at = y * above; at < (y + 1) * above; at += 4)
      for (let c = 0; c < 3; c++) {
        const before = y === 0 ? 0 : (data[at - above + c] ?? 0);
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
  const grey = greyRows(width, height, new Uint32Array(data.buffer, data.byteOffset, width * height));
  return { width, height, colors: grey ? 1 : 3, bytes: await deflated(grey ?? colourRows(image)) };
}
