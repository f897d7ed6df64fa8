import pdfMake from "pdfmake/build/pdfmake.js";
import type { PdfAnswer, PdfJob } from "./pdf.ts";

/**
 * Converts the values in each table's `layout` to functions that return them, as pdfmake expects. The document itself
 * has plain values, because functions cannot be posted to a worker.
 */
function withLayouts(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withLayouts);
  if (typeof node !== "object" || node === null) return node;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node))
    out[key] =
      key === "layout"
        ? Object.fromEntries(Object.entries(value as object).map(([k, v]) => [k, () => v]))
        : withLayouts(value);
  return out;
}

addEventListener("message", async (e: MessageEvent<PdfJob>) => {
  const answer = (a: PdfAnswer) => postMessage(a);
  try {
    const { pageLabel, ...document } = e.data.document;
    const { fontUrl } = e.data;
    pdfMake.addFonts({ Noto: { normal: fontUrl, bold: fontUrl, italics: fontUrl, bolditalics: fontUrl } });
    const footer = (page: number, pages: number) => ({
      text: pageLabel.replace("%n", String(page)).replace("%t", String(pages)),
      alignment: "center",
      fontSize: 8,
      color: "#666666",
      margin: [0, 16, 0, 0],
    });
    const pdf = pdfMake.createPdf({ ...(withLayouts(document) as object), footer });
    const bytes = await pdf.getBuffer();
    answer({ pdf: new Uint8Array(bytes).buffer });
  } catch (cause) {
    answer({ error: cause instanceof Error ? cause.message : String(cause) });
  }
});
