export { importColumns } from "./import-columns.ts";
