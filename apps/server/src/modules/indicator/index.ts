import type { Module } from "../../kernel/registry.ts";
import { causeCountsImpl, moldCausesImpl } from "./cause.queries.ts";
import { indicatorFiguresImpl } from "./figures.command.ts";
import { moldForecastImpl, moldForecastsImpl } from "./forecasts.ts";
import { indicatorLists } from "./lists.queries.ts";
import { noteReturnImpl } from "./visits.ts";

export { makeForecasts } from "./forecasts.ts";
export { moldDays, storeMoldDays } from "./mold-days-job.ts";
export { storeFacts, storeMoldFacts } from "./mold-facts-job.ts";
export { deriveVisits } from "./visits.ts";

export const indicator: Module = {
  queries: [...indicatorLists, moldForecastsImpl, moldCausesImpl],
  commands: [indicatorFiguresImpl, noteReturnImpl, moldForecastImpl, causeCountsImpl],
};
