export * from "./mold-document.commands.ts";
export * from "./mold-document.entity.ts";
export * from "./mold-document.states.ts";
