import { decodePicture, type Picture } from "./decode.ts";

/** Decoder that is built into some browsers (Shape Detection API). TypeScript's types do not contain it yet. */
interface Detector {
  detect(image: ImageData): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const formats = ["qr_code", "code_128", "code_39", "data_matrix", "ean_13"];

/** Returns the browser's decoder, which is faster than the library, if it reads all formats of the library. */
async function browserDetector(): Promise<Detector | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return undefined;
  const supported = await BarcodeDetector.getSupportedFormats().catch((): readonly string[] => []);
  return formats.every((f) => supported.includes(f)) ? new BarcodeDetector({ formats }) : undefined;
}
const detector = browserDetector();

async function decode(picture: Picture): Promise<string | undefined> {
  const native = await detector;
  if (!native) return decodePicture(picture);
  try {
    const image = new ImageData(new Uint8ClampedArray(picture.data), picture.width, picture.height);
    return (await native.detect(image))[0]?.rawValue.trim() || undefined;
  } catch {
    return decodePicture(picture);
  }
}

// Decodes a frame in a worker, because decoding takes tens of milliseconds and would block the page.
addEventListener("message", async (e: MessageEvent<Picture>) => postMessage((await decode(e.data)) ?? null));
