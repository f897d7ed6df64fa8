// This file is plain JavaScript, so that Node 20 can start it unchanged, from the sources and from the bundle.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parentPort } from "node:worker_threads";

/** Thread that makes PDF documents (src/modules/shop/documents/pdf.ts). */

const require = createRequire(import.meta.url);
const pdfMake = require("pdfmake");
const fonts = dirname(require.resolve("@expo-google-fonts/noto-sans-sc/package.json"));
const normal = join(fonts, "400Regular", "NotoSansSC_400Regular.ttf");
const bold = join(fonts, "700Bold", "NotoSansSC_700Bold.ttf");
pdfMake.setFonts({ NotoSansSC: { normal, bold, italics: normal, bolditalics: bold } });
// Security: rendering a document must not load anything from the network, and no files except the fonts.
pdfMake.setUrlAccessPolicy(() => false);
pdfMake.setLocalAccessPolicy((path) => path === normal || path === bold);

const lineColor = () => "#c3ccd5";
const lineWidth = () => 0.6;
pdfMake.setTableLayouts({
  thinLines: {
    hLineColor: lineColor,
    vLineColor: lineColor,
    hLineWidth: lineWidth,
    vLineWidth: lineWidth,
  },
});

/** Replaces {page} and {pages} in the numbered columns of a footer. */
const footerOf = ({ columns, ...rest }, page, pages) => ({
  ...rest,
  columns: columns.map(({ isNumbered, text, ...column }) => ({
    ...column,
    text: isNumbered ? text.replace("{page}", page).replace("{pages}", pages) : text,
  })),
});

parentPort.on("message", async ({ footer, ...definition }) => {
  try {
    const pdf = pdfMake.createPdf({
      ...definition,
      footer: (page, pages) => footerOf(footer, page, pages),
    });
    parentPort.postMessage({ value: new Uint8Array(await pdf.getBuffer()) });
  } catch (cause) {
    parentPort.postMessage({ failed: cause instanceof Error ? cause.message : String(cause) });
  }
});
