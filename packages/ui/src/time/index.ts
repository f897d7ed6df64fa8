export { instantOf, setZone, wallTime, zoneName } from "@shotkeeper/datagrid/core";
export { clockAhead, compareClocks, serverNow, useNow } from "./clock.ts";
export { chartTime, daysBetween, instant, wallClock, wallDay, zoneTitle } from "./zone.ts";
