export { type ImportedRow, importedRows } from "./convert.ts";
export { headerRow, mapColumns } from "./mapping.ts";
export { readFile } from "./read-file.ts";
export { type TemplateWords, templateFile } from "./template.ts";
export type * from "./types.ts";
