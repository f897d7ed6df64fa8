import type { Module } from "../../kernel/registry.ts";
import { cycleHoursImpl } from "./cycle.queries.ts";
import { shotSeriesImpl } from "./shot-series.command.ts";
import { stateCountsImpl } from "./state-counts.command.ts";
import { productionStatusImpl } from "./status.queries.ts";

export const production: Module = {
  queries: [productionStatusImpl, cycleHoursImpl],
  commands: [shotSeriesImpl, stateCountsImpl],
};
