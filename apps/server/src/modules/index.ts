import type { Config } from "../kernel/config.ts";
import type { Module } from "../kernel/registry.ts";
import { basic } from "./basic/index.ts";
import { binding } from "./binding/index.ts";
import { board } from "./board/index.ts";
import { carriers } from "./carrier/index.ts";
import { counter } from "./counter/index.ts";
import { indicator } from "./indicator/index.ts";
import { inspection } from "./inspection/index.ts";
import { inventory } from "./inventory/index.ts";
import { maintenance } from "./maintenance/index.ts";
import { newmold } from "./newmold/index.ts";
import { notice } from "./notice/index.ts";
import { production } from "./production/index.ts";
import { shop, shopPapers } from "./shop/index.ts";
import { system, systemOf } from "./system/index.ts";
import { trial } from "./trial/index.ts";
import { warning } from "./warning/index.ts";

/** Every area of the server, listed explicitly. */
export const modules: readonly Module[] = [
  basic,
  binding,
  board,
  counter,
  indicator,
  inventory,
  inspection,
  maintenance,
  newmold,
  notice,
  production,
  shop,
  system,
  trial,
  warning,
];

/** What an installation's settings decide on. */
export const configured = (config: Config): readonly Module[] => [
  systemOf(config),
  shopPapers(config),
  carriers(),
];
