"use client";

export type { ImportSpec, ImportValues } from "../import/spec.ts";
export * from "../react/index.ts";
export { DataGrid, type DataGridProps } from "./data-grid.tsx";
export { Importing } from "./importing.tsx";
