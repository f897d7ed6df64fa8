export * from "./binding.commands.ts";
export * from "./binding.entity.ts";
export * from "./binding.queries.ts";
export * from "./mold.commands.ts";
export * from "./mold.entity.ts";
export * from "./mold.queries.ts";
