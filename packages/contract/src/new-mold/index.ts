export * from "./handover-items.ts";
export * from "./modification.entity.ts";
export * from "./new-mold.commands.ts";
export * from "./new-mold.entity.ts";
export * from "./new-mold.queries.ts";
export * from "./new-mold.states.ts";
export * from "./report-needs.ts";
