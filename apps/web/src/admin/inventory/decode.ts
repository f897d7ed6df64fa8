import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from "@zxing/library";

/** What stands on molds and counters: our own labels, and those of factories. */
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
  /** Red, green, blue, opacity of each point. */
  readonly data: Uint8ClampedArray;
}

/** The text of the code in a picture; undefined: there is none to be read. */
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
    // No code, or one that cannot be read this time: the next picture may be better.
    return undefined;
  } finally {
    reader.reset();
  }
}
