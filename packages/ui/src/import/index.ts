export { ImportButton } from "./import-button.tsx";
export { importColumns } from "./import-columns.ts";
export { useImportSpec } from "./use-import-spec.ts";
