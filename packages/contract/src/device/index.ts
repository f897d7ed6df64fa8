export * from "./device.commands.ts";
export * from "./device.entity.ts";
export * from "./device.queries.ts";
export * from "./device.states.ts";
