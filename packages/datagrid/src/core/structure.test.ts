import { describe, expect, test } from "vitest";
import { type Part, part, partColumns, parts } from "../gallery/parts.ts";
import { aggregateOf, groupRows } from "./group-rows.ts";
import { StructuredView } from "./structure.ts";
import { treeRows } from "./tree-rows.ts";
import type { Aggregate, GridColumn } from "./types.ts";

const rowKey = (row: Part) => row.id;
const columns: readonly GridColumn<Part>[] = partColumns.map((c) =>
  c.key === "weight" ? { ...c, aggregate: "sum" as const } : c,
);
const noQuery = { filters: [], sort: [] };
const linesOf = <R>(view: StructuredView<R>, text: (row: R) => string) =>
  Array.from({ length: view.total }, (_, at) => {
    const line = view.line(at);
    const sign = line && (line.kind === "group" || line.hasChildren) ? (line.isOpen ? "-" : "+") : " ";
    const row = view.get(at);
    const shown =
      line?.kind === "group" ? `${line.title} (${line.count})` : row === undefined ? "?" : text(row);
    return `${"  ".repeat(line?.level ?? 0)}${sign}${shown}`;
  });

describe("grouped rows", () => {
  const grouped = (rows: readonly Part[], by: string[], isOpen = false) =>
    new StructuredView<Part>(rows, columns, rowKey, groupRows({ by, isOpen }));

  test("show the titles of the groups, and the rows of open groups", () => {
    const view = grouped(parts(6), ["state"]);
    expect(linesOf(view, rowKey)).toEqual(["+Idle (2)", "+In repair (2)", "+Running (2)"]);
    expect(view.toggle(1)).toBe(true);
    expect(linesOf(view, rowKey)).toEqual([
      "+Idle (2)",
      "-In repair (2)",
      "   P-00003",
      "   P-00006",
      "+Running (2)",
    ]);
    expect(view.toggle(2)).toBe(false);
    expect([view.total, view.rowTotal]).toEqual([5, 6]);
    view.setQuery({ filters: [{ field: "name", operator: "EQ", value: "Grille" }], sort: [] });
    expect(linesOf(view, rowKey)).toEqual(["+Idle (1)", "-In repair (1)", "   P-00006"]);
    // A group of rows stays open when the rows change.
    view.setRows(parts(3), columns);
    view.setQuery(noQuery);
    expect(linesOf(view, rowKey)).toEqual(["+Idle (1)", "-In repair (1)", "   P-00003", "+Running (1)"]);
  });

  test("have several levels, sorted like their column, blanks last", () => {
    const rows = [...parts(5), { ...part(5), state: "" }];
    const view = grouped(rows, ["state", "name"], true);
    view.setQuery({ filters: [], sort: [{ field: "state", direction: "desc" }] });
    expect(linesOf(view, rowKey).filter((line) => !line.includes("P-"))).toEqual([
      "-Running (2)",
      "  -Bumper (1)",
      "  -Clip (1)",
      "-In repair (1)",
      "  -Door panel (1)",
      "-Idle (2)",
      "  -Bumper (1)",
      "  -Grille (1)",
      "- (1)",
      "  -Grille (1)",
    ]);
  });

  test("of numbers are sorted by the number", () => {
    const rows = [1200, -5, 300, 3].map((weight, at) => ({ ...part(at), id: `P${at}`, weight }));
    const view = grouped(rows, ["weight"]);
    const titles = () => linesOf(view, rowKey).map((line) => line.slice(1));
    expect(titles()).toEqual(["-5.0 (1)", "3.0 (1)", "300.0 (1)", "1,200.0 (1)"]);
    view.setQuery({ filters: [], sort: [{ field: "weight", direction: "desc" }] });
    expect(titles()).toEqual(["1,200.0 (1)", "300.0 (1)", "3.0 (1)", "-5.0 (1)"]);
  });

  test("keep all rows, in the order of the groups, in an export", async () => {
    const view = grouped(parts(6), ["state"]);
    const { rows, total } = await view.page(1, 3);
    expect([rows.map(rowKey), total]).toEqual([["P-00005", "P-00003", "P-00006"], 6]);
  });

  test.each<[Aggregate, number | undefined]>([
    ["sum", 6.5],
    ["count", 3],
    ["min", -1],
    ["max", 4.5],
    ["average", 6.5 / 3],
  ])("have the %s of their values", (kind, result) => {
    const values = [3, null, -1, "", 4.5];
    expect(aggregateOf(kind, values.keys(), (at) => values[at])).toBe(result);
    expect(aggregateOf(kind, [0], () => null)).toBe(kind === "count" ? 0 : undefined);
  });

  test("show aggregates of changed rows", () => {
    const view = grouped(parts(3), ["state"]);
    view.patch(new Map([["P-00002", { weight: 100 }]]));
    view.reload();
    const line = view.line(0);
    expect(line?.kind === "group" && line.values).toEqual({ weight: 100 });
  });

  // The limit is a requirement. The test measures the time of the processor, so that other programs
  // on the machine do not count.
  test("of 100,000 rows are arranged in less than 400 ms of processor time", () => {
    const rows = parts(100_000);
    const from = process.cpuUsage();
    const view = grouped(rows, ["state", "name"]);
    view.setQuery(noQuery);
    const ms = process.cpuUsage(from).user / 1000;

    expect(ms).toBeLessThan(400);
    expect([view.total, view.rowTotal]).toEqual([3, 100_000]);
  }, 60_000);
});

describe("rows of a tree", () => {
  interface Node {
    id: string;
    parent: string | null;
  }
  const node = (id: string, parent: string | null = null): Node => ({ id, parent });
  const nodeColumns: GridColumn<Node>[] = [{ key: "id", title: "Id", type: "text" }];
  const tree = (rows: Node[], isOpen = true) =>
    new StructuredView<Node>(
      rows,
      nodeColumns,
      (row) => row.id,
      treeRows({ parentKey: (row) => row.parent, isOpen }),
    );
  const ids = (view: StructuredView<Node>) => linesOf(view, (row) => row.id);

  test("follow their parents, in any order of the rows", () => {
    const view = tree([node("c", "b"), node("a"), node("b", "a"), node("d", "a"), node("e", "gone")]);
    expect(ids(view)).toEqual(["-a", "  -b", "     c", "   d", " e"]);
    view.toggle(0);
    expect(ids(view)).toEqual(["+a", " e"]);
    view.toggle(0);
    view.setQuery({ filters: [], sort: [{ field: "id", direction: "desc" }] });
    expect(ids(view)).toEqual([" e", "-a", "   d", "  -b", "     c"]);
    view.setQuery({ filters: [{ field: "id", operator: "IN", value: ["c", "d", "a"] }], sort: [] });
    expect(ids(view)).toEqual([" c", "-a", "   d"]);
  });

  test("that are their own ancestors are at the top", () => {
    expect(ids(tree([node("a", "b"), node("b", "a"), node("c", "c"), node("d", "a")]))).toEqual([
      "-a",
      "   d",
      " b",
      " c",
    ]);
  });
});
