import type { Module } from "../kernel/registry.ts";
import { bindingCommands } from "./bindings.ts";
import { ledgerCommands } from "./explain.ts";

export { Ledger } from "./ledger.ts";

/** The ledger's own commands. */
export const telemetry: Module = { commands: [...bindingCommands, ...ledgerCommands] };
