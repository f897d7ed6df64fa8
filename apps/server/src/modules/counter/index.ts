import type { Module } from "../../kernel/registry.ts";
import { counterListImpl, counterTable } from "./counter.queries.ts";

export { counterFrom, counterScope } from "./counter-facts.ts";

export const counter: Module = { queries: [counterListImpl], tables: [counterTable] };
