import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from "@zxing/library";

/**
 * Formats of codes on molds and counters. Our labels have QR codes; labels of factories may have any of these formats.
 */
const formats = [
  BarcodeFormat.QR_CODE,
  BarcodeFormat.CODE_128,
  BarcodeFormat.CODE_39,
  BarcodeFormat.DATA_MATRIX,
  BarcodeFormat.EAN_13,
];

const reader = new MultiFormatReader();
reader.setHints(
  new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, formats],
    [DecodeHintType.TRY_HARDER, true],
  ]),
);

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Pixels row by row, four bytes each: red, green, blue, alpha. */
  readonly data: Uint8ClampedArray;
}

/** Decodes the code in a picture. Returns undefined if no code is readable. */
export function decodePicture({ width, height, data }: Picture): string | undefined {
  const grey = new Uint8ClampedArray(width * height);
  for (let i = 0; i < grey.length; i++) {
    const at = i * 4;
    grey[i] = ((data[at] ?? 0) + 2 * (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) >> 2;
  }
  try {
    const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)));
    return reader.decodeWithState(bitmap).getText().trim() || undefined;
  } catch {
    // Returns nothing if this frame contains no readable code. The next frame may be better.
    return undefined;
  } finally {
    reader.reset();
  }
}
