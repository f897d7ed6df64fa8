export * from "./first-use.commands.ts";
export * from "./first-use.rules.ts";
