export * from "./change.entity.ts";
export * from "./counter.commands.ts";
export * from "./counter.entity.ts";
export * from "./counter.queries.ts";
export * from "./counter.states.ts";
export * from "./quarantine.commands.ts";
export * from "./quarantine.queries.ts";
export * from "./quarantine.states.ts";
