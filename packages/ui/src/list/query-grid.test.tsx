import { ClientError } from "@shotkeeper/client";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { sampleClient, sampleRows } from "../gallery/index.ts";
import {
  FilteredAtFirst,
  FilteredByAddress,
  GridInAPage,
  ManyRows,
  NothingMatches,
  SelectedRows,
} from "./list.gallery.tsx";

const grid = () => page.getByRole("grid");
const rows = (count: number) =>
  expect.poll(() => grid().element().getAttribute("aria-rowcount")).toBe(String(count + 1));
const header = (name: string) => page.getByRole("columnheader", { name, exact: true });
/** Returns the texts of a column from top to bottom. */
function column(name: string): string[] {
  const at = header(name).element().getAttribute("data-col");
  const cells = document.querySelectorAll<HTMLElement>(`.dg-rows [data-row] [data-col="${at}"]`);
  const row = (cell: Element) => Number(cell.closest<HTMLElement>("[data-row]")?.dataset.row);
  return [...cells].sort((a, b) => row(a) - row(b)).map((c) => c.textContent ?? "");
}
const lastRequest = (client: ReturnType<typeof sampleClient>) => client.requests("BS101.Q01").at(-1);

describe("rows", () => {
  it("are shown with the labels, units and formats of their fields", async () => {
    await render(<ManyRows />);
    await rows(60);
    await expect.element(header("Expected cycle time (s)")).toBeInTheDocument();
    expect(column("Mold no.").slice(0, 2)).toEqual(["M-0001", "M-0002"]);
    expect(column("New or old").slice(0, 2)).toEqual(["New mold", "Old mold"]);
    expect(column("State")[0]).toBe("Running");
    expect(column("Life used (%)")[1]).toBe("13.0%");
  });

  it("show long codes in full, also in a column that was meant for short ones", async () => {
    const code = "SK-4G-2026-PLANT-0001-LEFT";
    await render(
      <ManyRows client={sampleClient({ "BS101.Q01": [{ ...sampleRows(1)[0], moldNo: code }] })} />,
    );
    await rows(1);
    const cell = page.getByRole("gridcell", { name: code, exact: true });
    await expect.poll(() => cell.element().scrollWidth - cell.element().clientWidth).toBeLessThanOrEqual(0);
  });

  it("are read again when the page comes back or data was written", async () => {
    let list = sampleRows(2);
    const client = sampleClient({ "BS101.Q01": () => list });
    await render(<ManyRows client={client} />);
    await rows(2);
    list = sampleRows(3);
    await page.getByRole("button", { name: "Reload" }).click();
    await rows(3);
  });
});

describe("a sort", () => {
  it("is sent to the server and shown in the header", async () => {
    const client = sampleClient();
    await render(<ManyRows client={client} />);
    await rows(60);
    await header("Mold name").click();
    await expect.element(header("Mold name")).toHaveAttribute("aria-sort", "ascending");
    await expect.poll(() => lastRequest(client)?.sort).toEqual([{ field: "moldName", direction: "asc" }]);
    await expect.poll(() => column("Mold name")[0]).toBe("Clip 11");
    await header("Mold name").click();
    await expect.element(header("Mold name")).toHaveAttribute("aria-sort", "descending");
    await expect.poll(() => column("Mold name")[0]).toBe("Lamp housing 58");
    await header("Mold name").click();
    await expect.element(header("Mold name")).not.toHaveAttribute("aria-sort");
  });
});

describe("a filter", () => {
  // spec: admin 5.26, 7.15
  it("of a column narrows the list at the server and can be removed", async () => {
    const client = sampleClient();
    await render(<ManyRows client={client} />);
    await rows(60);
    await header("Mold name").hover();
    await page.getByRole("button", { name: "Filter Mold name" }).click();
    await page.getByPlaceholder("Press Enter to filter").fill("grille");
    await userEvent.keyboard("{Enter}");
    await rows(10);
    expect(lastRequest(client)?.where).toEqual([{ field: "moldName", operator: "LIKE", value: "grille" }]);
    await page.getByRole("button", { name: "Remove filter Mold name contains grille" }).click();
    await rows(60);
  });

  it("of the search box is an ordinary filter of the chosen field", async () => {
    const client = sampleClient();
    await render(<ManyRows client={client} />);
    await rows(60);
    await page.getByPlaceholder("Search mold no.").fill("M-005");
    await userEvent.keyboard("{Enter}");
    await rows(10);
    expect(lastRequest(client)?.where).toEqual([{ field: "moldNo", operator: "LIKE", value: "M-005" }]);
    await expect.element(page.getByText("Mold no. contains M-005")).toBeVisible();
  });

  it("is read from the address, like the sort", async () => {
    const client = sampleClient();
    await render(<FilteredByAddress client={client} />);
    await rows(10);
    expect(lastRequest(client)).toMatchObject({
      where: [{ field: "moldName", operator: "LIKE", value: "Grille" }],
      sort: [{ field: "cavities", direction: "desc" }],
    });
    expect(column("Cavities").slice(0, 2)).toEqual(["4", "4"]);
  });

  it("that the list opens with is shown, can be removed, and stays removed", async () => {
    const client = sampleClient();
    await render(<FilteredAtFirst client={client} />);
    await rows(10);
    expect(lastRequest(client)?.where).toEqual([{ field: "moldName", operator: "LIKE", value: "Grille" }]);
    await page.getByRole("button", { name: /Grille/ }).click();
    await rows(60);
    expect(lastRequest(client)?.where).toEqual([]);
    await header("Mold name").click();
    await expect.element(header("Mold name")).toHaveAttribute("aria-sort", "ascending");
    expect(lastRequest(client)?.where).toEqual([]);
  });

  it("that matches nothing shows a text about the filter instead of the empty hint", async () => {
    await render(<NothingMatches />);
    await expect.element(page.getByText("Nothing matches these filters")).toBeVisible();
    expect(page.getByText("Molds: nothing here yet").elements()).toHaveLength(0);
    await page.getByRole("button", { name: "Clear all" }).click();
    await rows(60);
  });

  it("of a grid inside a page stays out of the address", async () => {
    const client = sampleClient();
    await render(<GridInAPage client={client} />);
    await rows(60);
    await header("Mold name").click();
    await expect.element(header("Mold name")).toHaveAttribute("aria-sort", "ascending");
  });
});

describe("saved views", () => {
  const views = [
    {
      viewId: 1,
      listId: "BS101.Q01",
      viewName: "Grilles",
      viewQuery: "filter=moldName~LIKE~sGrille&sort=cavities:desc",
      viewLayout: '{"order":[],"width":{},"pin":{},"hidden":{"cavities":true}}',
      isShared: true,
      isMine: true,
      updatedDate: "2026-03-01T08:00:00Z",
    },
    {
      viewId: 2,
      listId: "BS101.Q01",
      viewName: "Clips",
      viewQuery: "filter=moldName~LIKE~sClip",
      isMine: false,
      userName: "Li Na",
    },
  ];
  const openViews = () => page.getByRole("button", { name: "Views", exact: true }).click();

  it("apply filters, sort and columns, and the standard view removes them", async () => {
    const client = sampleClient({ "SYS100.Q04": () => views });
    await render(<FilteredByAddress client={client} path="/list" />);
    await rows(60);
    await openViews();
    await expect.element(page.getByRole("button", { name: "Clips by Li Na" })).toBeVisible();
    expect(client.requests("SYS100.Q04").at(-1)?.where).toEqual([
      { field: "listId", operator: "EQ", value: "BS101.Q01" },
    ]);
    await page.getByRole("button", { name: "Grilles shared" }).click();
    await rows(10);
    expect(lastRequest(client)).toMatchObject({ sort: [{ field: "cavities", direction: "desc" }] });
    await expect.poll(() => header("Cavities").elements()).toHaveLength(0);
    await openViews();
    await page.getByRole("button", { name: "Standard view" }).click();
    await rows(60);
    await expect.element(header("Cavities")).toBeInTheDocument();
  });

  it("say if they cannot be loaded, and are loaded again", async () => {
    let reachable = false;
    const client = sampleClient({
      "SYS100.Q04": () => {
        if (!reachable) throw new ClientError("S0011");
        return views;
      },
    });
    await render(<FilteredByAddress client={client} path="/list" />);
    await rows(60);
    await openViews();
    await expect.element(page.getByRole("alert")).toBeVisible();
    reachable = true;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByRole("button", { name: "Clips by Li Na" })).toBeVisible();
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });

  it("save what the list shows, and only the owner may change a view", async () => {
    const client = sampleClient({ "SYS100.Q04": () => views, "insert SYS_VIEW": () => ({}) });
    await render(<FilteredByAddress client={client} />);
    await rows(10);
    await openViews();
    expect(page.getByRole("button", { name: "Delete Clips" }).elements()).toHaveLength(0);
    await page.getByRole("button", { name: "Save the current filters and columns as Grilles" }).click();
    await expect
      .poll(() => client.requests("update SYS_VIEW"))
      .toEqual([
        {
          rows: [
            {
              viewId: 1,
              updatedDate: "2026-03-01T08:00:00Z",
              viewQuery: "filter=moldName%7ELIKE%7EsGrille&sort=cavities%3Adesc",
              viewLayout: null,
            },
          ],
        },
      ]);
    await page.getByRole("button", { name: "Save this view" }).click();
    await page.getByRole("dialog").getByLabelText("Name of the view").fill("By cavities");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect
      .poll(() => client.requests("insert SYS_VIEW"))
      .toMatchObject([{ rows: [{ listId: "BS101.Q01", viewName: "By cavities" }] }]);
  });
});

// spec: admin 9.6, shop A9.1, C9.2
it("shows pages of 20 rows, and other sizes", async () => {
  const client = sampleClient();
  await render(<ManyRows client={client} />);
  await rows(60);
  expect(lastRequest(client)).toMatchObject({ page: 1, limit: 20 });
  await page.getByRole("button", { name: "Next page" }).click();
  await expect.poll(() => column("Mold no.")[0]).toBe("M-0021");
  expect(client.requests("BS101.Q01")).toContainEqual(expect.objectContaining({ page: 2, limit: 20 }));
  const sizes = [
    ...page.getByRole("combobox", { name: "Rows per page" }).element().querySelectorAll("option"),
  ];
  expect(sizes.map((o) => Number(o.value))).toEqual([20, 30, 50, 100, 999_999]);
  await page.getByRole("combobox", { name: "Rows per page" }).selectOptions("50");
  await expect.poll(() => column("Mold no.")[0]).toBe("M-0001");
  await expect.poll(() => lastRequest(client)).toMatchObject({ limit: 50 });
});

it("reports a failure and loads on retry", async () => {
  let reachable = false;
  const client = sampleClient({
    "BS101.Q01": () => {
      if (!reachable) throw new ClientError("network", "network");
      return sampleRows(2);
    },
  });
  await render(<ManyRows client={client} />);
  await expect.element(page.getByRole("alert")).toHaveTextContent("The data could not be loaded");
  reachable = true;
  await page.getByRole("button", { name: "Retry" }).click();
  await rows(2);
  await expect.poll(() => page.getByRole("alert").elements()).toHaveLength(0);
});

it("keeps the selection of the caller", async () => {
  await render(<SelectedRows />);
  await rows(60);
  await expect.element(page.getByText("1 selected")).toBeVisible();
  await page.getByRole("row").filter({ hasText: "M-0003" }).getByRole("checkbox").click();
  await expect.element(page.getByText("M-0002, M-0003")).toBeVisible();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect.poll(() => page.getByRole("row", { selected: true }).elements()).toHaveLength(0);
});

const cell = (name: string) => page.getByRole("gridcell", { name, exact: true });

it("opens a row by Enter, with its values and the cells of the list", async () => {
  await render(<GridInAPage />);
  await rows(60);
  await cell("Grille 2").click({ modifiers: ["Control"] });
  expect(page.getByRole("dialog").elements()).toHaveLength(0);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("dialog")).toHaveTextContent("Check the slider before the next run");
  expect(document.querySelector(".ant-drawer .sk-state")?.textContent).toBe("Stopped");
});

describe("a click", () => {
  it("opens the row once, and the second click of a double click does nothing", async () => {
    await render(<GridInAPage />);
    await rows(60);
    await cell("Grille 2").dblClick();
    await expect.element(page.getByRole("dialog")).toHaveTextContent("Check the slider before the next run");
    // Waits long enough for the drawer to close, which would happen if the second click reached the mask of the
    // drawer.
    await new Promise((end) => setTimeout(end, 600));
    expect(page.getByRole("dialog").elements()).toHaveLength(1);
    await page.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => page.getByRole("dialog").elements()).toHaveLength(0);
  });

  it("with Shift extends the selected range, and a drag selects a range, both without opening a row", async () => {
    await render(<GridInAPage />);
    await rows(60);
    const range = () => document.querySelectorAll(".dg-range").length;
    await cell("Grille 2").click({ modifiers: ["Control"] });
    await cell("Clip 5").click({ modifiers: ["Shift"] });
    await expect.poll(range).toBeGreaterThan(0);
    await userEvent.keyboard("{Escape}");
    await expect.poll(range).toBe(0);
    await cell("Grille 2").dropTo(cell("Clip 5"));
    await expect.poll(range).toBeGreaterThan(0);
    expect(page.getByRole("dialog").elements()).toHaveLength(0);
  });
});

it("opens a row by one tap on a phone, without overflow", async () => {
  await page.viewport(390, 800);
  try {
    await render(<ManyRows />);
    await rows(60);
    await page.getByRole("gridcell", { name: "M-0002", exact: true }).click();
    await expect.element(page.getByRole("dialog")).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  } finally {
    await page.viewport(1280, 800);
  }
});

describe("the column of actions", () => {
  const edit = { key: "edit", label: "Edit", run: () => {} };

  it("is left out if no row has an action", async () => {
    await render(<GridInAPage actions={() => []} />);
    await rows(60);
    await expect.element(header("Actions")).not.toBeInTheDocument();
  });

  it("is shown as soon as one row has an action", async () => {
    await render(<GridInAPage actions={(row) => (row.moldNo === "M-0002" ? [edit] : [])} />);
    await rows(60);
    await expect.element(header("Actions")).toBeVisible();
    await expect.poll(() => page.getByRole("button", { name: "Edit" }).elements()).toHaveLength(1);
  });
});
