import type { Module } from "../../kernel/registry.ts";
import { importBindingsImpl } from "./import.command.ts";

/** What stands above the ledger's own binding commands: it calls them, and they know nothing of it. */
export const binding: Module = { commands: [importBindingsImpl] };
