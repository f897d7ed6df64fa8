export * from "./notice.entity.ts";
export * from "./notice.queries.ts";
export * from "./notice.rules.ts";
export * from "./notice.template.ts";
export * from "./notice.types.ts";
