export * from "./picture.command.ts";
export * from "./room.queries.ts";
export * from "./rooms.ts";
export * from "./warning.commands.ts";
export * from "./warning.entity.ts";
export * from "./warning.queries.ts";
export * from "./warning.states.ts";
