import { type Item, moved, type Page } from "./page.ts";

/**
 * Arrangement of labels. "": one label per page; "A4": two labels per sheet; "A4_copy": the same label twice per
 * sheet.
 */
export type PageType = "" | "A4" | "A4_copy";

const sheet = { width: 297, height: 210 } as const;
/** x coordinate at which the right half of an A4 sheet begins, mm. */
const half = 150;
/**
 * Distance from the left edge of a half sheet to its label, mm. `narrow` is for template codes that contain 76, `wide`
 * for all others. The distances put labels of 76 mm or 100 mm width roughly in the centre. The specification calls them
 * offsets from the top, but an offset from the top would push a label of 210 mm height off the paper.
 */
const inset = { narrow: 38, wide: 26 } as const;
/** Factor by which a sheet of labels is scaled down around its centre, because printers cannot print up to the edge. */
const scale = 0.95;

function sheetOf(pages: readonly Page[], templateCode: string): Page {
  const left = templateCode.includes("76") ? inset.narrow : inset.wide;
  const items = pages.flatMap((p, i) =>
    p.items.map(
      (item): Item =>
        moved(
          item,
          scale,
          (left + i * half) * scale + (sheet.width * (1 - scale)) / 2,
          (sheet.height * (1 - scale)) / 2,
        ),
    ),
  );
  return { ...sheet, paper: "A4", items };
}

/** Arranges labels on pages: each label on a page of its own, or two per A4 sheet. */
export function arrange(pages: readonly Page[], pageType: PageType, templateCode: string): Page[] {
  if (pageType === "A4_copy") return pages.map((p) => sheetOf([p, p], templateCode));
  if (pageType !== "A4") return [...pages];
  const sheets: Page[] = [];
  for (let i = 0; i < pages.length; i += 2) sheets.push(sheetOf(pages.slice(i, i + 2), templateCode));
  return sheets;
}
