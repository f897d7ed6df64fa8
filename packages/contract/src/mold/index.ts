export * from "./count-preview.ts";
export * from "./mold.commands.ts";
export * from "./mold.entity.ts";
export * from "./mold.queries.ts";
