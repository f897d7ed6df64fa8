export { setZone, wallTime, zoneName } from "@shotkeeper/datagrid/core";
export { compareClocks, serverNow, useNow } from "./clock.ts";
export { chartTime, daysBetween, instant, wallClock, wallDay } from "./zone.ts";
