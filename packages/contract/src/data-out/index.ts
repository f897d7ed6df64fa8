export * from "./dataset.ts";
export * from "./export.entity.ts";
export * from "./export.rules.ts";
