import { type Item, mmPerPt, type Page, text } from "@shotkeeper/label-print";
import type { PrintKind } from "./print-choice.ts";
import { stickerSize } from "./sticker.ts";
import { type WaybillSize, waybillMm } from "./waybills.ts";

interface TestPageFacts {
  readonly title: string;
  /** Lines below the title, such as the printer and the time. */
  readonly lines: readonly string[];
}

/** Returns the width and height of a kind of paper, mm. `waybill` is the size that is chosen for waybills. */
export function paperOf(kind: PrintKind, waybill: WaybillSize): readonly [number, number] {
  if (kind === "a4") return [210, 297];
  return kind === "waybill" ? waybillMm[waybill] : [stickerSize.width, stickerSize.height];
}

const black = "#000000";
const margin = 5;

/** Returns marks along the upper edge: a short line every 5 mm, and a longer one every 10 mm. */
function ruler(width: number): Item[] {
  return Array.from({ length: Math.floor((width - 2) / 5) }, (_, i): Item => {
    const x = (i + 1) * 5;
    return {
      kind: "line",
      x1: x,
      y1: 1,
      x2: x,
      y2: x % 10 === 0 ? 4 : 2.5,
      style: 0,
      color: black,
      thickness: 0.6,
    };
  });
}

/**
 * Returns a page that shows whether a printer works: the edge and a ruler for the size and the position, codes for a
 * scanner, and texts down to 6 pt.
 */
export function testPage([width, height]: readonly [number, number], { title, lines }: TestPageFacts): Page {
  const code = `TEST-${width}X${height}`;
  const qr = Math.min(20, height * 0.4);
  const bars = Math.min(14, height * 0.25);
  const line = 4.2;
  const box = { left: margin, width: width - 2 * margin - qr - 2, shrink: true };
  const facts = [`${width} × ${height} mm`, ...lines].map((value, i) =>
    text({ ...box, text: value, size: 8, top: 11 + i * line, height: line }),
  );
  const samples = [6, 8, 10, 12].map((size, i) =>
    text({
      left: margin,
      width: width - 2 * margin,
      top: 11 + qr + i * 8,
      height: size * mmPerPt * 1.3,
      size,
      text: `${size} pt 012 ABC abc 模具 面單`,
    }),
  );
  const top = height - margin - bars;
  return {
    width,
    height,
    items: [
      {
        kind: "rectangle",
        left: 1,
        top: 1,
        width: width - 2,
        height: height - 2,
        rotation: 0,
        style: 0,
        color: black,
        thickness: 1,
      },
      ...ruler(width),
      text({ ...box, text: title, size: 11, bold: true, top: 5.5, height: 5 }),
      ...facts,
      // Leaves out the text samples on a page that is not high enough for them.
      ...(11 + qr + samples.length * 8 < top ? samples : []),
      {
        kind: "qr",
        text: code,
        left: width - margin - qr,
        top: 6,
        width: qr,
        height: qr,
        rotation: 0,
        color: black,
      },
      {
        kind: "barcode",
        text: code,
        left: margin + 3,
        top,
        width: Math.min(80, width - 2 * margin - 6),
        height: bars,
        rotation: 0,
        showText: true,
        color: black,
      },
    ],
  };
}
