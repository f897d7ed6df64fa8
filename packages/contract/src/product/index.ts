export * from "./product.commands.ts";
export * from "./product.entity.ts";
export * from "./product.queries.ts";
