import * as binding from "./binding/index.ts";
import * as board from "./board/index.ts";
import * as carrier from "./carrier/index.ts";
import * as counter from "./counter/index.ts";
import * as customer from "./customer/index.ts";
import * as dataOut from "./data-out/index.ts";
import * as device from "./device/index.ts";
import * as enumerations from "./enumerations.ts";
import * as firstUse from "./first-use/index.ts";
import * as indicator from "./indicator/index.ts";
import * as inspection from "./inspection/index.ts";
import * as inventory from "./inventory/index.ts";
import type { Command, Entity, EnumDef, Query } from "./kernel/index.ts";
import * as maintenance from "./maintenance/index.ts";
import * as mold from "./mold/index.ts";
import * as moldDocument from "./mold-document/index.ts";
import * as newMold from "./new-mold/index.ts";
import * as notice from "./notice/index.ts";
import * as partner from "./partner/index.ts";
import * as product from "./product/index.ts";
import * as production from "./production/index.ts";
import * as shop from "./shop/index.ts";
import * as system from "./system/index.ts";
import * as trial from "./trial/index.ts";
import * as warning from "./warning/index.ts";

/**
 * All areas of the contract. The API description, the tests and the server's registration read this list. Add a new
 * area here.
 */
const areas: readonly Readonly<Record<string, unknown>>[] = [
  binding,
  customer,
  device,
  mold,
  moldDocument,
  partner,
  product,
  board,
  carrier,
  counter,
  enumerations,
  firstUse,
  indicator,
  inventory,
  inspection,
  maintenance,
  newMold,
  dataOut,
  notice,
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
