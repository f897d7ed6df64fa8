export { ImportDialog } from "./import-dialog.tsx";
export type { ImportDialogProps, ImportSpec, ImportValues } from "./spec.ts";
export { downloadTemplate } from "./template-download.ts";
export { type ImportTexts, importTexts } from "./texts.ts";
