import { create } from "qrcode";

/** Light modules around a code, without which readers do not find it (ISO/IEC 18004). */
const quiet = 4;

export interface QrPath {
  /** Modules along an edge, the quiet ones with them: the viewBox. */
  readonly size: number;
  /** The dark modules as one path, a run of them at a time. */
  readonly path: string;
}

/** A text as a QR code to draw: M, so that a seventh of it may be dirty. */
export function qrPath(text: string): QrPath {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const { size } = modules;
  let path = "";
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!modules.get(y, x)) continue;
      const from = x;
      while (x + 1 < size && modules.get(y, x + 1)) x++;
      path += `M${from + quiet} ${y + quiet}h${x - from + 1}v1h-${x - from + 1}z`;
    }
  return { size: size + 2 * quiet, path };
}
