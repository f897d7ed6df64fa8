export * from "./kind.queries.ts";
export * from "./picture.command.ts";
export * from "./screens.ts";
export * from "./warning.commands.ts";
export * from "./warning.entity.ts";
export * from "./warning.queries.ts";
export * from "./warning.states.ts";
