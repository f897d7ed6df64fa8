export * from "./log.queries.ts";
export * from "./organization.queries.ts";
export * from "./rights.rules.ts";
export * from "./role.commands.ts";
export * from "./role.queries.ts";
export * from "./system.commands.ts";
export * from "./system.entity.ts";
export * from "./system.queries.ts";
