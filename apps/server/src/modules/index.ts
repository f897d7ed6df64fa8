import type { Providers } from "../kernel/auth/oidc/provider.ts";
import type { Config } from "../kernel/config.ts";
import type { Module } from "../kernel/registry.ts";
import { binding } from "./binding/index.ts";
import { board } from "./board/index.ts";
import { carriers } from "./carrier/index.ts";
import { counter } from "./counter/index.ts";
import { customer } from "./customer/index.ts";
import { dataOut } from "./data-out/index.ts";
import { device } from "./device/index.ts";
import { firstUse } from "./first-use/index.ts";
import { indicator } from "./indicator/index.ts";
import { inspection } from "./inspection/index.ts";
import { inventory } from "./inventory/index.ts";
import { maintenance } from "./maintenance/index.ts";
import { mold } from "./mold/index.ts";
import { moldDocument } from "./mold-document/index.ts";
import { newMold } from "./new-mold/index.ts";
import { notice } from "./notice/index.ts";
import { partner } from "./partner/index.ts";
import { product } from "./product/index.ts";
import { production } from "./production/index.ts";
import { shop, shopDocuments } from "./shop/index.ts";
import { system, systemOf } from "./system/index.ts";
import { trial } from "./trial/index.ts";
import { warning } from "./warning/index.ts";

const areas: readonly Module[] = [
  mold,
  moldDocument,
  customer,
  dataOut,
  device,
  partner,
  product,
  binding,
  board,
  counter,
  indicator,
  inventory,
  inspection,
  maintenance,
  newMold,
  notice,
  production,
  shop,
  system,
  trial,
  warning,
];

/** Server modules that need no settings of the installation. `configured` returns all others. */
export const modules: readonly Module[] = [...areas, firstUse(areas.flatMap((m) => m.tables ?? []))];

/** Returns the server modules that depend on the installation's settings. */
export const configured = (config: Config, providers: Providers): readonly Module[] => [
  systemOf(config, providers),
  shopDocuments(config),
  carriers(),
];
