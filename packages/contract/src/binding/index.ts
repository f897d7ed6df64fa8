export * from "./binding.commands.ts";
export * from "./binding.entity.ts";
export * from "./binding.queries.ts";
