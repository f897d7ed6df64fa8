"use client";

export * from "../react/index.ts";
export type { Skin } from "../react/skin.ts";
export { DataGrid, type DataGridProps } from "./data-grid.tsx";
export { plainSkin } from "./skin.tsx";
