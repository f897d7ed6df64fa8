import JsBarcode from "jsbarcode";
import { create } from "qrcode";

/** Successive dark modules (smallest bars or squares) of a code: position of the first and their number. */
export interface Run {
  readonly at: number;
  readonly length: number;
}

export interface Bars {
  readonly modules: number;
  readonly runs: readonly Run[];
}

export interface Matrix {
  readonly modules: number;
  readonly rows: readonly (readonly Run[])[];
}

function runsOf(count: number, isDark: (at: number) => boolean): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < count; at++) {
    if (!isDark(at)) continue;
    const from = at;
    while (at + 1 < count && isDark(at + 1)) at++;
    runs.push({ at: from, length: at - from + 1 });
  }
  return runs;
}

/**
 * Caches the last encoded codes. Each code is needed three times: when its label arrives, for the preview and for
 * printing.
 */
function remembering<T>(make: (key: string) => T, most = 64): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    if (known.size >= most) known.delete(known.keys().next().value ?? "");
    known.set(key, made);
    return made;
  };
}

/**
 * Encodes a text as Code 128, the bar code on waybills. Chooses the code sets that need the fewest modules (narrowest
 * bars).
 */
export const code128 = remembering((text): Bars => {
  const drawn: { encodings?: { data: string }[] } = {};
  try {
    JsBarcode(drawn, text, { format: "CODE128" });
  } catch {
    throw new Error(`Not a text for a bar code: ${text}`);
  }
  const data = (drawn.encodings ?? []).map((e) => e.data).join("");
  return { modules: data.length, runs: runsOf(data.length, (at) => data[at] === "1") };
});

export interface QrChoice {
  readonly version?: number;
  readonly mask?: number;
  readonly correction?: "L" | "M" | "Q" | "H";
}

const isMask = (n: number): n is 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 => Number.isInteger(n) && n >= 0 && n <= 7;

/**
 * Encodes a text as a QR code. The result has no quiet zone (light margin), because the carrier's templates leave space
 * for it.
 */
export function qrMatrix(text: string, { version, mask, correction = "L" }: QrChoice = {}): Matrix {
  if (text === "") throw new Error("No input text");
  if (version !== undefined && !(Number.isInteger(version) && version >= 1 && version <= 40))
    throw new Error(`Invalid version: ${version}`);
  if (mask !== undefined && !isMask(mask)) throw new Error(`Invalid mask: ${mask}`);
  return drawnQr(JSON.stringify([text, version, mask, correction]));
}

const drawnQr = remembering((key): Matrix => {
  const [text, version, mask, correction] = JSON.parse(key);
  const { modules } = create(text, {
    errorCorrectionLevel: correction,
    ...(version !== null && { version }),
    ...(mask !== null && { maskPattern: mask }),
  });
  const { size } = modules;
  const rows = Array.from({ length: size }, (_, y) => runsOf(size, (x) => Boolean(modules.get(y, x))));
  return { modules: size, rows };
});
