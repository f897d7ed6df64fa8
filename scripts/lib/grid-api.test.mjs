import { beforeAll, expect, it } from "vitest";
import { gridApi } from "./grid-api.mjs";

let api;
const find = (entry, name) => api.find((e) => e.entry === entry)?.exports.find((e) => e.name === name);
beforeAll(() => {
  api = gridApi();
}, 60_000);

it("has the props of the grid with their documentation and types", () => {
  const { members } = find("@shotkeeper/datagrid", "DataGridProps");
  expect(members.find((m) => m.name === "pageSize")).toEqual({
    name: "pageSize",
    type: "number",
    isOptional: true,
    text: "Page size until the user changes it; 999999 means all rows. Default: 20.",
  });
  expect(members.find((m) => m.name === "texts")?.isOptional).toBe(false);
  expect(find("@shotkeeper/datagrid/antd", "DataGridProps")?.members.map((m) => m.name)).toContain(
    "importing",
  );
});

it("has components, functions and values, and each export of several entries once", () => {
  expect(find("@shotkeeper/datagrid", "DataGrid")?.kind).toBe("component");
  expect(find("@shotkeeper/datagrid/sheet", "openFile")).toMatchObject({
    kind: "function",
    text: expect.stringContaining("Opens a file in a worker"),
    type: expect.stringContaining("Promise<OpenedFile>"),
  });
  expect(find("@shotkeeper/datagrid/antd", "gridTexts")).toBeUndefined();
  expect(find("@shotkeeper/datagrid", "gridTexts")?.kind).toBe("value");
});

it("documents each component and function of the main entry, and each prop that is no callback", () => {
  const { exports } = api[0];
  const silent = exports.filter((e) => e.kind === "component" && e.text === "").map((e) => e.name);
  expect(silent).toEqual([]);
  const { members } = find("@shotkeeper/datagrid", "DataGridProps");
  const known = ["rowKey", "ref", "onFiltersChange", "onSortChange", "onPageSizeChange"];
  const open = members.filter((m) => m.text === "" && !/^on/.test(m.name) && !known.includes(m.name));
  expect(open.map((m) => m.name)).toEqual([]);
});
