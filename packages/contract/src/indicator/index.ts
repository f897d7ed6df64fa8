export * from "./cause.queries.ts";
export * from "./cause.rules.ts";
export * from "./forecast.queries.ts";
export * from "./forecast.rules.ts";
export * from "./indicator.commands.ts";
export * from "./indicator.queries.ts";
export * from "./indicator.rules.ts";
export * from "./visit.rules.ts";
