export * from "./parameters.ts";
export * from "./trial.commands.ts";
export * from "./trial.entity.ts";
export * from "./trial.queries.ts";
export * from "./trial.states.ts";
