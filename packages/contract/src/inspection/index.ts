export * from "./appoint.entity.ts";
export * from "./appoint.queries.ts";
export * from "./appoint.states.ts";
