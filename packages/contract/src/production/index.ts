export * from "./production.commands.ts";
export * from "./production.queries.ts";
