import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from "@zxing/library";
import type { Pixels } from "../file/bitmap.ts";

/**
 * Decodes the code in an area of a picture. The area is in mm. The function adds the white margin that decoders need.
 */
export function readCode(
  { width, data }: Pixels,
  dpi: number,
  part: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  format: "qr" | "128",
): string {
  const px = (mm: number) => Math.round((mm * dpi) / 25.4);
  const [x0, y0, w, h] = [px(part.left), px(part.top), px(part.width), px(part.height)];
  const quiet = px(4);
  // Rotates an upright bar code first, because the decoder scans rows.
  const upright = format === "128" && h > w;
  const [fullW, fullH] = [(upright ? h : w) + 2 * quiet, (upright ? w : h) + 2 * quiet];
  const grey = new Uint8ClampedArray(fullW * fullH).fill(255);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const at = ((y0 + y) * width + x0 + x) * 4;
      const to = upright ? (x + quiet) * fullW + y + quiet : (y + quiet) * fullW + x + quiet;
      grey[to] = ((data[at] ?? 0) * 306 + (data[at + 1] ?? 0) * 601 + (data[at + 2] ?? 0) * 117) >> 10;
    }
  const reader = new MultiFormatReader();
  reader.setHints(
    new Map<DecodeHintType, unknown>([
      [DecodeHintType.TRY_HARDER, true],
      [DecodeHintType.POSSIBLE_FORMATS, [format === "qr" ? BarcodeFormat.QR_CODE : BarcodeFormat.CODE_128]],
    ]),
  );
  return reader
    .decode(new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, fullW, fullH))))
    .getText();
}
