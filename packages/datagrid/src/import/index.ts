"use client";

export { faultsText } from "./fault-text.ts";
export { ImportDialog } from "./import-dialog.tsx";
export type { ImportDialogProps, ImportSpec, ImportValues } from "./spec.ts";
export { downloadTemplate } from "./template-download.ts";
export { exampleMarks, type ImportTexts, importTexts } from "./texts.ts";
