import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** As much of pdfmake as is used; the package brings no types. */
interface PdfMake {
  setFonts(fonts: unknown): void;
  setUrlAccessPolicy(policy: (url: string) => boolean): void;
  setLocalAccessPolicy(policy: (path: string) => boolean): void;
  createPdf(definition: unknown): { getBuffer(): Promise<Buffer> };
}

let loaded: PdfMake | undefined;

/** Ten megabytes of font and a library: fetched with the first paper, not at the start. */
function maker(): PdfMake {
  if (loaded) return loaded;
  const require = createRequire(import.meta.url);
  const fonts = dirname(require.resolve("@expo-google-fonts/noto-sans-sc/package.json"));
  const normal = join(fonts, "400Regular", "NotoSansSC_400Regular.ttf");
  const bold = join(fonts, "700Bold", "NotoSansSC_700Bold.ttf");
  const made = require("pdfmake") as PdfMake;
  made.setFonts({ NotoSansSC: { normal, bold, italics: normal, bolditalics: bold } });
  // A paper fetches nothing, and reads nothing but its fonts.
  made.setUrlAccessPolicy(() => false);
  made.setLocalAccessPolicy((path) => path === normal || path === bold);
  loaded = made;
  return made;
}

export function pdfOf(definition: Record<string, unknown>): Promise<Buffer> {
  return maker().createPdf(definition).getBuffer();
}
