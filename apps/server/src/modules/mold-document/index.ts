import type { Module } from "../../kernel/registry.ts";
import { moldDocumentCommands, moldDocumentTable } from "./mold-document.commands.ts";

export const moldDocument: Module = { tables: [moldDocumentTable], commands: moldDocumentCommands };
