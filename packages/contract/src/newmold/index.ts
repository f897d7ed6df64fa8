export * from "./handover-items.ts";
export * from "./modification.entity.ts";
export * from "./newmold.commands.ts";
export * from "./newmold.entity.ts";
export * from "./newmold.queries.ts";
export * from "./newmold.states.ts";
