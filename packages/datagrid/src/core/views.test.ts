import { describe, expect, test } from "vitest";
import { ArrayView } from "./array-view.ts";
import { BlockView } from "./block-view.ts";
import { toggleSort } from "./sort.ts";
import type { GridColumn, GridPage, GridRequest } from "./types.ts";

interface Row {
  id: string;
  n: number | null;
  s: string;
}
const columns: GridColumn<Row>[] = [
  { key: "n", title: "N", type: "number", sum: true },
  { key: "s", title: "S", type: "text" },
];
const row = (id: string, n: number | null, s: string): Row => ({ id, n, s });
const idsOf = (view: { total: number | undefined; get(i: number): Row | undefined }): string =>
  Array.from({ length: view.total ?? 0 }, (_, i) => view.get(i)?.id ?? "?").join("");

describe("array view", () => {
  const rows = [row("a", 2, "x10"), row("b", null, "x9"), row("c", 1, "y"), row("d", 2, "X9")];
  const view = (): ArrayView<Row> => new ArrayView(rows, columns, (r) => r.id);

  test.each([
    [[], "abcd"],
    [[{ field: "n", direction: "asc" } as const], "cadb"],
    [[{ field: "n", direction: "desc" } as const], "adcb"],
    [[{ field: "n", direction: "desc" } as const, { field: "s", direction: "asc" } as const], "dacb"],
  ])("sort %j, blanks last", (sort, expected) => {
    const v = view();
    v.setQuery({ filters: [], sort });
    expect(idsOf(v)).toBe(expected);
  });

  test("filters, searches, and sums the remaining rows", () => {
    const v = view();
    v.setQuery({ filters: [{ field: "s", operator: "LIKE", value: "x" }], sort: [], search: "9" });
    expect(idsOf(v)).toBe("bd");
    expect(v.totals).toEqual({ n: 2 });
  });

  test("shows a patched row at once, in its old place", () => {
    const v = view();
    v.setQuery({ filters: [], sort: [{ field: "n", direction: "asc" }] });
    v.patch(new Map([["c", { n: 99 }]]));
    expect(idsOf(v)).toBe("cadb");
    expect(v.get(0)?.n).toBe(99);
  });
});

class Slow {
  requests: GridRequest[] = [];
  #answers: {
    resolve: (page: GridPage<Row>) => void;
    reject: (error: Error) => void;
    request: GridRequest;
    signal: AbortSignal;
  }[] = [];
  total = 1000;

  load(request: GridRequest, signal: AbortSignal): Promise<GridPage<Row>> {
    this.requests.push(request);
    return new Promise((resolve, reject) => this.#answers.push({ resolve, reject, request, signal }));
  }

  async answer(tag = "r"): Promise<void> {
    for (const { resolve, request } of this.#answers.splice(0)) {
      const count = Math.max(0, Math.min(request.limit, this.total - request.offset));
      const rows = Array.from({ length: count }, (_, i) => row(`${tag}${request.offset + i}`, i, ""));
      resolve({ rows, total: this.total });
    }
    await new Promise((r) => setTimeout(r));
  }

  async fail(): Promise<void> {
    for (const { reject } of this.#answers.splice(0)) reject(new Error("down"));
    await new Promise((r) => setTimeout(r));
  }

  aborted(): number {
    return this.#answers.filter((a) => a.signal.aborted).length;
  }
}

describe("block view", () => {
  const open = async () => {
    const source = new Slow();
    const view = new BlockView<Row>(source, (r) => r.id);
    view.setQuery({ filters: [], sort: [] }, 100);
    view.ensure({ first: 0, last: 50 });
    await source.answer();
    return { source, view };
  };

  test("requests the visible rows once", async () => {
    const { source, view } = await open();
    view.ensure({ first: 0, last: 50 });
    view.ensure({ first: 250, last: 320 });
    expect(source.requests.map((r) => r.offset)).toEqual([0, 200, 300]);
    await source.answer();
    expect(view.get(319)?.id).toBe("r319");
    expect(view.get(500)).toBeUndefined();
  });

  test("aborts requests for rows that are no longer visible", async () => {
    const { source, view } = await open();
    view.ensure({ first: 300, last: 340 });
    view.ensure({ first: 900, last: 950 });
    expect(source.aborted()).toBe(1);
  });

  test("loads visible rows first, then the next rows in the direction of scrolling, within the page", async () => {
    const { source, view } = await open();
    const page = { first: 0, last: 1000 };
    const offsets = () => source.requests.splice(0).map((r) => r.offset);
    offsets();
    expect(view.ensure({ first: 480, last: 520 }, page)).toBe(true);
    expect(offsets()).toEqual([400, 500]);
    expect(view.loading).toBe(true);
    await source.answer();
    // After a jump (for example by the scroll bar) the direction of scrolling is unknown. So no rows are loaded in
    // advance.
    expect(view.ensure({ first: 480, last: 520 }, page)).toBe(false);
    expect(offsets()).toEqual([]);
    expect(view.ensure({ first: 500, last: 540 }, page)).toBe(false);
    expect(offsets()).toEqual([600, 700]);
    expect(view.loading).toBe(false);
    view.ensure({ first: 490, last: 530 }, page);
    expect(source.aborted()).toBe(2);
    expect(offsets()).toEqual([200, 300]);
    await source.answer();
    view.ensure({ first: 560, last: 590 }, { first: 500, last: 600 });
    expect(offsets()).toEqual([]);
  });

  test("keeps the old rows until the new ones arrive", async () => {
    const { source, view } = await open();
    view.reload();
    expect(view.get(3)?.id).toBe("r3");
    await source.answer("new");
    expect(view.get(3)?.id).toBe("new3");
  });

  test("shows the old rows after a new query until its first answer", async () => {
    const { source, view } = await open();
    source.total = 10;
    view.setQuery({ filters: [{ field: "s", operator: "EQ", value: "q" }], sort: [] }, 100);
    expect(view.get(50)?.id).toBe("r50");
    view.ensure({ first: 0, last: 50 });
    await source.answer("q");
    expect(view.total).toBe(10);
    expect(view.get(50)).toBeUndefined();
  });

  test("keeps the rows after a failure, and requests again on retry", async () => {
    const { source, view } = await open();
    view.reload();
    await source.fail();
    expect(view.error).toBeInstanceOf(Error);
    expect(view.get(3)?.id).toBe("r3");
    view.retry();
    await source.answer("ok");
    expect(view.error).toBeUndefined();
    expect(view.get(3)?.id).toBe("ok3");
  });

  test("can retry a failed first request", async () => {
    const source = new Slow();
    const view = new BlockView<Row>(source, (r) => r.id);
    view.setQuery({ filters: [], sort: [] }, 20);
    view.ensure({ first: 0, last: 20 });
    await source.fail();
    view.retry();
    await source.answer();
    expect(view.total).toBe(1000);
  });

  test("limits the number of blocks in memory", async () => {
    const source = new Slow();
    source.total = 1_000_000;
    const view = new BlockView<Row>(source, (r) => r.id);
    view.setQuery({ filters: [], sort: [] }, 200);
    for (let at = 0; at < 100; at++) {
      view.ensure({ first: at * 200, last: at * 200 + 30 });
      await source.answer();
    }
    expect(view.get(0)).toBeUndefined();
    expect(view.get(99 * 200)).toBeDefined();
  });

  test("patches loaded rows", async () => {
    const { view } = await open();
    view.patch(new Map([["r5", { s: "live" }]]));
    expect(view.get(5)).toEqual({ id: "r5", n: 5, s: "live" });
  });
});

test("clicks on headers", () => {
  const asc = toggleSort([], "a", false);
  expect(asc).toEqual([{ field: "a", direction: "asc" }]);
  const both = toggleSort(asc, "b", true);
  expect(both.map((s) => s.field)).toEqual(["a", "b"]);
  expect(toggleSort(both, "b", false)).toEqual([{ field: "b", direction: "desc" }]);
  expect(toggleSort([{ field: "a", direction: "desc" }], "a", false)).toEqual([]);
});
