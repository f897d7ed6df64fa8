import { importDevices } from "@shotkeeper/contract/device";
import { importRows } from "../../kernel/import-rows.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { deviceTable } from "./device.queries.ts";

export const deviceImports: readonly CommandImpl[] = [
  handle(importDevices, (ctx, input) => importRows(ctx, deviceTable, input)),
];
