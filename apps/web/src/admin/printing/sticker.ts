import { type Item, layoutText, type Measure, moved, type Page, text } from "@shotkeeper/label-print";
import { type LabelLayout, labelPages } from "./label-pages.ts";

/** Content of a sticker: `code` is printed as a QR code and as text; `lines` are further lines of text. */
export interface Sticker {
  readonly code: string;
  readonly lines: readonly (string | null)[];
}

/** Size of a label, mm: on an A4 sheet of 3 × 8 labels (a common office format), and on a roll. */
const labelSize = { sheet: { width: 63.5, height: 33.9 }, single: { width: 60, height: 40 } } as const;
export const stickerSize = labelSize.single;
const sheet = { width: 210, height: 297, left: 7.2, top: 12.9, across: 3, gap: 2.5 } as const;

/** Side length of the QR code, mm. */
const code = 20;
/**
 * Width of the light margin around the QR code, mm. Scanners need a margin of four modules (the smallest squares of the
 * code), and these fit into this width.
 */
const quiet = 3.9;
/** Largest number of lines into which a text on the sticker wraps. */
const most = 2;

/** Returns the page of one sticker. The QR code contains only `code`, without the other lines. */
export function stickerPage(sticker: Sticker, layout: LabelLayout, measure: Measure): Page {
  const { width, height } = labelSize[layout];
  const left = code + 2 * quiet;
  const available = width - left - 1.5;
  const lines = [sticker.code, ...sticker.lines].flatMap((value, i) => {
    if (!value) return [];
    const size = i === 0 ? 10.5 : 8;
    const line = size * 0.3528 * 1.2;
    const item = text({
      left,
      top: 0,
      width: available,
      height: line * most,
      text: value,
      size,
      bold: i === 0,
      shrink: true,
    });
    // Wraps the text to at most two lines. If the text is still too long, layoutText reduces the font size.
    const laid = layoutText(item, measure);
    return [{ item, height: laid.lines.length * laid.size * 0.3528 * 1.2 }];
  });
  const gap = 0.5;
  const total = lines.reduce((sum, l) => sum + l.height + gap, -gap);
  let top = Math.max(0.5, (height - total) / 2);
  const items: Item[] = [
    {
      kind: "qr",
      text: sticker.code,
      left: quiet,
      top: (height - code) / 2,
      width: code,
      height: code,
      rotation: 0,
      color: "#000000",
      // Error correction level M: the code is readable even if 15 % of it is damaged.
      correction: "M",
    },
  ];
  for (const l of lines) {
    items.push({ ...l.item, top, height: l.height });
    top += l.height + gap;
  }
  return { width, height, items };
}

/**
 * Returns the pages to print: one per A4 sheet or one per label. `used` is the number of labels that are already
 * peeled off the first sheet.
 */
export function stickerPages(
  stickers: readonly Sticker[],
  layout: LabelLayout,
  used: number,
  measure: Measure,
): Page[] {
  const labels = stickers.map((s) => stickerPage(s, layout, measure));
  if (layout === "single") return labels;
  const { width, height } = labelSize.sheet;
  return labelPages(labels, layout, used).map((places) => ({
    width: sheet.width,
    height: sheet.height,
    items: places.flatMap((label, place) => {
      const x = sheet.left + (place % sheet.across) * (width + sheet.gap);
      const y = sheet.top + Math.floor(place / sheet.across) * height;
      return label ? label.items.map((item) => moved(item, 1, x, y)) : [];
    }),
  }));
}
