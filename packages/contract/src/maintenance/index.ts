export * from "./task.entity.ts";
export * from "./task.queries.ts";
export * from "./task.states.ts";
