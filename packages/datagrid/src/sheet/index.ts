export type { BadFileWords } from "./bad-file.ts";
export { exportXlsx, type XlsxExport } from "./export-xlsx.ts";
export { type ImportScheme, plainTitle, schemeOf } from "./mapping.ts";
export { type OpenedFile, openFile } from "./open-file.ts";
export type {
  ImportCounts,
  ImportPlan,
  PreviewFault,
  PreviewRow,
  RowFault,
  SheetInfo,
} from "./session-types.ts";
export { setWorkers } from "./start-worker.ts";
export { type TemplateWords, templateFile } from "./template.ts";
export * from "./types.ts";
