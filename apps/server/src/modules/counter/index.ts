import type { Module } from "../../kernel/registry.ts";
import { readingArchiveImpl } from "./archive.ts";
import { adoptCommands } from "./connector/adopt.command.ts";
import { connectorCommands } from "./connector/connector.commands.ts";
import {
  connectorDeviceListImpl,
  connectorListImpl,
  connectorMessageListImpl,
  connectorTable,
} from "./connector/connector.queries.ts";
import { edgeSourceListImpl, edgeSourceTable } from "./connector/edge.queries.ts";
import { previewConnectorImpl } from "./connector/preview.command.ts";
import { counterListImpl, counterTable } from "./counter.queries.ts";
import { gatewayCommands, gatewayListImpl, gatewayTable } from "./gateway.commands.ts";
import { counterImports } from "./import.commands.ts";
import { judgeCountersImpl } from "./judge.command.ts";
import { counterLogImpl } from "./log.queries.ts";
import { quarantineCommands } from "./quarantine.commands.ts";
import { quarantineListImpl } from "./quarantine.queries.ts";
import { recomputeImpl } from "./recompute.command.ts";
import { retireCountersImpl } from "./retire.command.ts";
import { counterSecretImpl } from "./secret.command.ts";

export { tellReplacement } from "./approval-notices.ts";
export { archiveReadings, checkArchive } from "./archive.ts";
export { counterFrom, counterScope, readingScope } from "./counter-facts.ts";
export { requireVerdict } from "./judge.command.ts";
export { ensureMonths } from "./months.ts";
export { type DeliveredCounter, registerDelivered } from "./registration.ts";
export { wantsSecondPerson } from "./second-person.ts";

export const counter: Module = {
  queries: [
    counterListImpl,
    counterLogImpl,
    gatewayListImpl,
    quarantineListImpl,
    connectorListImpl,
    connectorMessageListImpl,
    connectorDeviceListImpl,
    edgeSourceListImpl,
  ],
  tables: [counterTable, gatewayTable, connectorTable, edgeSourceTable],
  commands: [
    counterSecretImpl,
    readingArchiveImpl,
    judgeCountersImpl,
    retireCountersImpl,
    ...counterImports,
    recomputeImpl,
    ...quarantineCommands,
    ...gatewayCommands,
    ...connectorCommands,
    ...adoptCommands,
    previewConnectorImpl,
  ],
};
