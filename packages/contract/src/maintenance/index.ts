export * from "./checklist.entity.ts";
export * from "./checklist.rules.ts";
export * from "./part.entity.ts";
export * from "./task.commands.ts";
export * from "./task.entity.ts";
export * from "./task.queries.ts";
export * from "./task.states.ts";
