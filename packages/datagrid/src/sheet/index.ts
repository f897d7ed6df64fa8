export { exportXlsx, type XlsxExport } from "./export-xlsx.ts";
export type {
  BadFileWords,
  ImportCounts,
  ImportPlan,
  PreviewFault,
  PreviewRow,
  RowFault,
  SheetInfo,
} from "./import-session.ts";
export { headerRow, type ImportScheme, mapColumns, plainTitle, schemeOf } from "./mapping.ts";
export { type OpenedFile, openFile } from "./open-file.ts";
export { type TemplateWords, templateFile } from "./template.ts";
export * from "./types.ts";
