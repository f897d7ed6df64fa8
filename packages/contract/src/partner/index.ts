export * from "./partner.commands.ts";
export * from "./partner.entity.ts";
export * from "./partner.queries.ts";
