import type { Module } from "../../kernel/registry.ts";
import { cycleHoursImpl } from "./cycle.queries.ts";
import { orderCommands } from "./order.commands.ts";
import { orderListImpl, orderTable } from "./order.queries.ts";
import { outputDaysImpl, outputStatisticsImpl } from "./output.queries.ts";
import { shotSeriesImpl } from "./shot-series.command.ts";
import { stateCountsImpl } from "./state-counts.command.ts";
import { productionStatusImpl } from "./status.queries.ts";

export { finishOrders, finishOrdersOf } from "./finish-orders.ts";
export { judgedHours, trialHours, trialTook, wholeHours } from "./judged-hours.ts";
export { creditedHours, shotsOfOrders } from "./order-facts.ts";

export const production: Module = {
  queries: [productionStatusImpl, cycleHoursImpl, orderListImpl, outputDaysImpl],
  tables: [orderTable],
  commands: [shotSeriesImpl, stateCountsImpl, ...orderCommands, outputStatisticsImpl],
};
