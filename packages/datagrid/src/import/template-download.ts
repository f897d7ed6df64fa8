import { download } from "../core/download.ts";
import { templateFile } from "../sheet/template.ts";
import type { ImportSpec } from "./spec.ts";
import type { ImportTexts } from "./texts.ts";

export function downloadTemplate(spec: ImportSpec, texts: ImportTexts): void {
  const columns = spec.columns.filter((c) => !c.unimport);
  download(new Blob([templateFile(columns, texts.sheetWords)]), `${texts.templateName(spec.noun)}.xlsx`);
}
