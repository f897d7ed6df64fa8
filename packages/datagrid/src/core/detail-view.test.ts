import { expect, test } from "vitest";
import { type Part, PartServer, partColumns, parts } from "../gallery/parts.ts";
import { ArrayView } from "./array-view.ts";
import { BlockView } from "./block-view.ts";
import { DetailView } from "./detail-view.ts";

const rowKey = (row: Part) => row.id;
const linesOf = (view: DetailView<Part>) =>
  Array.from({ length: view.total ?? 0 }, (_, at) => {
    const line = view.line(at);
    return line?.kind === "detail" ? `${(line.owner as Part).id} ${line.offset}` : (view.get(at)?.id ?? "?");
  });

test("the details of open rows take lines below them", () => {
  const view = new DetailView<Part>(new ArrayView(parts(4), partColumns, rowKey), 2);
  expect(view.toggle(3)).toBe(true);
  expect(view.toggle(1)).toBe(true);
  expect(linesOf(view)).toEqual([
    "P-00001",
    "P-00002",
    "P-00002 0",
    "P-00002 1",
    "P-00003",
    "P-00004",
    "P-00004 0",
    "P-00004 1",
  ]);
  expect([view.total, view.rowTotal, view.toggle(2)]).toEqual([8, 4, false]);
  view.toggle(1);
  expect(linesOf(view)).toEqual(["P-00001", "P-00002", "P-00003", "P-00004", "P-00004 0", "P-00004 1"]);
});

test("a filter closes all rows, and the same query does not", () => {
  const view = new DetailView<Part>(new ArrayView(parts(4), partColumns, rowKey), 2);
  view.setQuery({ filters: [], sort: [] }, 20);
  view.toggle(0);
  view.setQuery({ filters: [], sort: [] }, 20);
  expect(view.total).toBe(6);
  view.setQuery({ filters: [{ field: "name", operator: "EQ", value: "Grille" }], sort: [] }, 20);
  expect(view.total).toBe(1);
});

test("lazily loaded rows are requested by their own places", async () => {
  const server = new PartServer(100);
  const view = new DetailView<Part>(new BlockView<Part>(server, rowKey), 3);
  view.setQuery({ filters: [], sort: [] }, 10);
  view.ensure({ first: 0, last: 10 });
  await expect.poll(() => view.total).toBe(100);
  view.toggle(5);
  view.ensure({ first: 10, last: 14 });
  // Lines 10 to 13 are the rows with the indexes 7 to 10, because the open row 5 has three lines of details.
  await expect.poll(() => server.requests.map((r) => r.offset)).toEqual([0, 10]);
  await expect.poll(() => view.get(13)?.id).toBe("P-00011");
});
