import type { Module } from "../../kernel/registry.ts";
import { shotHoursImpl } from "./datasets.ts";
import { exportCommands, exportQueries, exportTables } from "./export.tables.ts";

export { requireDataset } from "./datasets.ts";
export { encodeDataset, mediaTypes } from "./encode.ts";
export { runExports } from "./run-exports.ts";
export { readExportSettings } from "./settings.ts";
export { exportSecretPurpose } from "./write-export.ts";

export const dataOut: Module = {
  queries: [shotHoursImpl, ...exportQueries],
  tables: exportTables,
  commands: exportCommands,
};
