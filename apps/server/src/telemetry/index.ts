import type { Module } from "../kernel/registry.ts";
import { bindingCommands } from "./ledger/bindings.ts";
import { ledgerCommands } from "./ledger/explain.ts";

export { Gather } from "./doors/gather.ts";
export { Tally } from "./doors/tally.ts";
export { replaceNow } from "./ledger/bindings.ts";
export { Ledger } from "./ledger/ledger.ts";

/** The ledger's own commands. */
export const telemetry: Module = { commands: [...bindingCommands, ...ledgerCommands] };
