import type { Module } from "../../kernel/registry.ts";
import { trialCommands } from "./trial.commands.ts";
import { trialListImpl, trialTable } from "./trial.queries.ts";
import { trialShotsImpl } from "./trial-shots.command.ts";

export const trial: Module = {
  queries: [trialListImpl],
  tables: [trialTable],
  commands: [...trialCommands, trialShotsImpl],
};
