export * from "./auto.rules.ts";
export * from "./inventory.commands.ts";
export * from "./inventory.entity.ts";
export * from "./inventory.queries.ts";
export * from "./inventory.states.ts";
export * from "./scope.rules.ts";
