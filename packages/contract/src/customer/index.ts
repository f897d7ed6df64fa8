export * from "./customer.commands.ts";
export * from "./customer.entity.ts";
export * from "./customer.queries.ts";
export * from "./customer.rules.ts";
