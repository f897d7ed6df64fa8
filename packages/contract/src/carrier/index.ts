export * from "./carrier.commands.ts";
export * from "./carrier.states.ts";
