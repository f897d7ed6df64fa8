export * from "./order.commands.ts";
export * from "./order.entity.ts";
export * from "./order.queries.ts";
export * from "./order.states.ts";
export * from "./output.queries.ts";
export * from "./production.commands.ts";
export * from "./production.queries.ts";
