import type { Module } from "../kernel/registry.ts";
import { basic } from "./basic/index.ts";
import { counter } from "./counter/index.ts";
import { system } from "./system/index.ts";

/** Every area of the server, listed explicitly. */
export const modules: readonly Module[] = [basic, counter, system];
