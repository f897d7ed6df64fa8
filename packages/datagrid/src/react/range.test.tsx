import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import {
  Editable,
  FromAServer,
  ManyRows,
  Sortable,
  SortedByTwo,
  WithLinksAndActions,
} from "./datagrid.gallery.tsx";
import { ALL_ROWS } from "./props.ts";

const header = (name: string) => page.getByRole("columnheader", { name, exact: true });
const status = () => document.querySelector(".dg-toast")?.textContent;
/** Returns a cell of the grid's current page, by its row (the first row is 0) and the title of its column. */
const cell = (row: number, column: string) => {
  const at = header(column).element().getAttribute("data-col");
  return page.elementLocator(
    document.querySelector(`.dg-rows > [data-row="${row}"] [data-col="${at}"]`) ?? document.body,
  );
};
const ready = () =>
  expect.element(page.getByRole("gridcell", { name: "P-00001", exact: true })).toBeVisible();

let copied = "";
const onCopy = (event: ClipboardEvent) => {
  copied = event.clipboardData?.getData("text/plain") ?? "";
};
async function copy(): Promise<string> {
  copied = "";
  document.addEventListener("copy", onCopy);
  await userEvent.keyboard("{Control>}c{/Control}");
  document.removeEventListener("copy", onCopy);
  return copied;
}
afterEach(() => vi.restoreAllMocks());

describe("a range", () => {
  it("is drawn by the mouse and copied as spreadsheets paste it", async () => {
    await render(<ManyRows />);
    await ready();
    await userEvent.dragAndDrop(cell(0, "Name"), cell(1, "State"));
    expect(await copy()).toBe("Bumper\tRunning\nGrille\tIdle");
    await expect.poll(status).toBe("Copied 2 rows");
  });

  it("is extended by Shift and arrow keys; numbers are copied without thousands separators", async () => {
    await render(<ManyRows />);
    await ready();
    await cell(1, "Weight (g)").click();
    await userEvent.keyboard("{Shift>}{ArrowDown}{ArrowRight}{/Shift}");
    expect(await copy()).toBe("37.5\t2026-03-02\n74.5\t2026-03-03");
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => document.querySelector(".dg-range")).toBeNull();
  });

  it("may begin on a link, which only a click follows", async () => {
    await render(<WithLinksAndActions />);
    await ready();
    location.hash = "";
    const link = page.elementLocator(cell(0, "Name").element().querySelector("a") ?? document.body);
    await userEvent.dragAndDrop(link, cell(1, "Name"));
    expect(await copy()).toBe("Bumper\nGrille");
    expect(location.hash).toBe("");
    await link.click();
    expect(location.hash).toBe("#linked");
    location.hash = "";
  });

  it("loads missing rows for a copy, up to a limit", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const screen = await render(<FromAServer pageSize={ALL_ROWS} />);
    await ready();
    await cell(2, "Part no.").click();
    await userEvent.keyboard("{Control>}{Shift>}{ArrowDown}{/Shift}{/Control}");
    await copy();
    await expect.poll(() => write.mock.calls.length).toBe(1);
    const lines = (write.mock.calls[0]?.[0] ?? "").split("\n");
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([498, "P-00003", "P-00500"]);
    await screen.unmount();
  });

  it("of too many rows is refused with a message", async () => {
    const many = { load: async () => ({ rows: [], total: 30_000 }) };
    await render(<ManyRows source={many} pageSize={ALL_ROWS} />);
    await expect.poll(() => document.querySelector("[data-row='0']")).not.toBeNull();
    await cell(0, "Name").click();
    await userEvent.keyboard("{Control>}a{/Control}");
    await copy();
    await expect.poll(status).toBe("At most 20,000 rows can be copied at once");
  });
});

describe("editing a cell", () => {
  it("opens by double click, refuses an invalid value and saves a valid one", async () => {
    await render(<Editable />);
    await ready();
    await cell(0, "Weight (g)").dblClick();
    const editor = page.getByRole("textbox", { name: "Weight" });
    await editor.fill("-1");
    await userEvent.keyboard("{Enter}");
    await expect.poll(status).toBe("A weight is not negative");
    await expect.element(editor).toHaveAttribute("aria-invalid", "true");
    await editor.fill("heavy");
    await userEvent.keyboard("{Enter}");
    await expect.poll(status).toBe("This does not fit the column");
    await editor.fill("7.5");
    await userEvent.keyboard("{Enter}");
    await expect.element(cell(0, "Weight (g)")).toHaveTextContent("7.5");
    expect(document.activeElement?.closest("[data-row]")?.getAttribute("data-row")).toBe("1");
  });

  it("puts the old value back when the server refuses", async () => {
    await render(<Editable />);
    await ready();
    await cell(0, "Name").dblClick();
    await page.getByRole("textbox", { name: "Name" }).fill("refuse");
    await userEvent.keyboard("{Enter}");
    await expect.poll(status).toBe("The name is already used");
    await expect.element(cell(0, "Name")).toHaveTextContent("Bumper");
  });

  it("begins with the typed text, continues in the next cell on Tab and ends on Escape", async () => {
    await render(<Editable />);
    await ready();
    await cell(0, "Name").click();
    await userEvent.keyboard("N");
    await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveValue("N");
    await userEvent.keyboard("ew{Tab}");
    await expect.element(cell(0, "Name")).toHaveTextContent("New");
    await userEvent.keyboard("{F2}");
    await expect.element(page.getByRole("combobox", { name: "State" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => page.getByRole("combobox", { name: "State" }).elements()).toHaveLength(0);
    await cell(0, "Part no.").dblClick();
    expect(page.getByRole("textbox", { name: "Part no." }).elements()).toHaveLength(0);
  });
});

describe("moving a row", () => {
  const order = () => [0, 1, 2].map((row) => cell(row, "Part no.").element().textContent);
  const handle = (row: number) =>
    page.elementLocator(document.querySelector(`[data-row="${row}"] .dg-handle`) ?? document.body);

  // spec: shop C2.4
  it("works by its handle and by keys", async () => {
    await render(<Sortable />);
    await ready();
    await userEvent.dragAndDrop(handle(0), handle(2), { targetPosition: { x: 10, y: 28 } });
    await expect.poll(order).toEqual(["P-00002", "P-00003", "P-00001"]);
    await expect.poll(status).toBe("Moved to place 3");
    await cell(2, "Name").click();
    await userEvent.keyboard("{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}");
    await expect.poll(order).toEqual(["P-00002", "P-00001", "P-00003"]);
  });

  it("is refused while the grid is sorted, with a message in each language", async () => {
    for (const [locale, words] of [
      ["zh_CN", "已按列排序，取消排序后才能拖动行"],
      ["zh_TW", "已依欄排序，取消排序後才能拖動列"],
      ["en", "A sort decides the order. Clear it to move rows."],
    ] as const) {
      const screen = await render(<SortedByTwo onRowMove={vi.fn()} locale={locale} />);
      await expect.poll(() => document.querySelector(".dg-handle")).not.toBeNull();
      await userEvent.dragAndDrop(handle(0), handle(2));
      await expect.poll(status).toBe(words);
      await screen.unmount();
    }
  });
});

describe("an export", () => {
  const more = async (item: string) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };

  // spec: shop C2.1
  it("writes all filtered rows in their order, without hidden columns", async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      files.push(blob as Blob);
      return "#file";
    });
    await render(
      <FromAServer
        filters={[{ field: "name", operator: "EQ", value: "Clip" }]}
        sort={[{ field: "weight", direction: "desc" }]}
      />,
    );
    await expect.element(page.getByText("125 rows")).toBeVisible();
    await more("Export CSV");
    await expect.poll(() => files).toHaveLength(1);
    const [titles = "", ...lines] = ((await files[0]?.text()) ?? "").trim().split("\r\n");
    expect(titles).toBe("Part no.,Name,State,Weight (g),Made on,Last seen,Approved");
    expect(lines).toHaveLength(125);
    const weights = lines
      .map((line) => line.split(",")[3])
      .filter((w) => w !== "")
      .map(Number);
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
    await more("Export to Excel");
    await expect.poll(() => files).toHaveLength(2);
    expect(await files[1]?.slice(0, 2).text()).toBe("PK");
  });

  it("shows its progress and can be cancelled", async () => {
    let release = () => {};
    const slow = {
      load: ({ limit }: { limit: number }) =>
        limit < 500
          ? Promise.resolve({ rows: [], total: 5000 })
          : new Promise<never>((_, reject) => (release = () => reject(new Error("late")))),
    };
    await render(<ManyRows source={slow} />);
    await more("Export CSV");
    await expect.poll(status).toContain("Exporting 0%");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(status).toBe("");
    release();
  });
});
