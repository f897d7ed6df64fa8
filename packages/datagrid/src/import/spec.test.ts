import { expect, it } from "vitest";
import type { ImportColumn } from "../sheet/types.ts";
import { type ImportSpec, knownColumns } from "./spec.ts";

const columns: readonly ImportColumn[] = [{ key: "no", title: "No", type: "text" }];
const more: readonly ImportColumn[] = [{ key: "no", title: "No", type: "text", aliases: ["编号"] }];
const spec = (loadColumns?: ImportSpec["loadColumns"]): ImportSpec => ({
  noun: "molds",
  columns,
  loadColumns,
  save: async () => [],
});

it.each<[string, ImportSpec["loadColumns"], readonly ImportColumn[]]>([
  ["nothing to load", undefined, columns],
  ["loaded aliases", async () => more, more],
  ["aliases that cannot be loaded", () => Promise.reject(new Error("offline")), columns],
])("columns with %s", async (_what, load, expected) => {
  expect(await knownColumns(spec(load))).toBe(expected);
});
