import type { Module } from "../kernel/registry.ts";
import { bindingCommands } from "./bindings.ts";
import { ledgerCommands } from "./explain.ts";

export { Gather } from "./gather.ts";
export { Ledger } from "./ledger.ts";
export { Tally } from "./tally.ts";

/** The ledger's own commands. */
export const telemetry: Module = { commands: [...bindingCommands, ...ledgerCommands] };
