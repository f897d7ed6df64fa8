import * as basic from "./basic/index.ts";
import * as board from "./board/index.ts";
import * as carrier from "./carrier/index.ts";
import * as counter from "./counter/index.ts";
import * as enumerations from "./enumerations.ts";
import * as indicator from "./indicator/index.ts";
import * as inspection from "./inspection/index.ts";
import * as inventory from "./inventory/index.ts";
import type { Command, Entity, EnumDef, Query } from "./kernel/index.ts";
import * as maintenance from "./maintenance/index.ts";
import * as newmold from "./newmold/index.ts";
import * as production from "./production/index.ts";
import * as shop from "./shop/index.ts";
import * as system from "./system/index.ts";
import * as trial from "./trial/index.ts";
import * as warning from "./warning/index.ts";

/** Everything the contract declares, gathered for /docs, tests and registration. Add a new area here. */
const areas: readonly Readonly<Record<string, unknown>>[] = [
  basic,
  board,
  carrier,
  counter,
  enumerations,
  indicator,
  inventory,
  inspection,
  maintenance,
  newmold,
  production,
  shop,
  system,
  trial,
  warning,
];

function isObject(x: unknown): x is Record<string, unknown> {
  return typeof x === "object" && x !== null;
}
const isEntity = (x: unknown): x is Entity => isObject(x) && "fields" in x && "wire" in x;
const isQuery = (x: unknown): x is Query => isObject(x) && "columns" in x;
const isCommand = (x: unknown): x is Command => isObject(x) && "input" in x && "type" in x;
const isEnum = (x: unknown): x is EnumDef => isObject(x) && "values" in x && "name" in x;

const all = areas.flatMap((a) => Object.values(a));
export const entities: readonly Entity[] = all.filter(isEntity);
export const queries: readonly Query[] = all.filter(isQuery);
export const commands: readonly Command[] = all.filter(isCommand);
export const enumDefs: readonly EnumDef[] = all.filter(isEnum);
