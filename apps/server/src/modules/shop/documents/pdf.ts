import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The part of pdfmake's API that this file uses. The package has no types. */
interface PdfMake {
  setFonts(fonts: unknown): void;
  setUrlAccessPolicy(policy: (url: string) => boolean): void;
  setLocalAccessPolicy(policy: (path: string) => boolean): void;
  createPdf(definition: unknown): { getBuffer(): Promise<Buffer> };
}

let loaded: PdfMake | undefined;

/** Loads pdfmake and its 10 MB of fonts when the first document is made, so that the server starts fast. */
function pdfMake(): PdfMake {
  if (loaded) return loaded;
  const require = createRequire(import.meta.url);
  const fonts = dirname(require.resolve("@expo-google-fonts/noto-sans-sc/package.json"));
  const normal = join(fonts, "400Regular", "NotoSansSC_400Regular.ttf");
  const bold = join(fonts, "700Bold", "NotoSansSC_700Bold.ttf");
  const made = require("pdfmake") as PdfMake;
  made.setFonts({ NotoSansSC: { normal, bold, italics: normal, bolditalics: bold } });
  // Security: rendering a document must not load anything from the network, and no files except the fonts.
  made.setUrlAccessPolicy(() => false);
  made.setLocalAccessPolicy((path) => path === normal || path === bold);
  loaded = made;
  return made;
}

export function pdfOf(definition: Record<string, unknown>): Promise<Buffer> {
  return pdfMake().createPdf(definition).getBuffer();
}
