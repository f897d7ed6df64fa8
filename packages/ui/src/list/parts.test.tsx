import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { refusal, sampleClient, sampleUser } from "../gallery/index.ts";
import {
  ActionsWithReasons,
  Details,
  DetailsWithoutHistory,
  History,
  HistoryEmpty,
  ManyActions,
  RefusedButton,
  Search,
  SearchedFor,
  Strip,
} from "./list.gallery.tsx";

const button = (name: string) => page.getByRole("button", { name, exact: true });
/** Clicks a button that looks disabled. Without `force`, the click would wait until the button is enabled. */
const clickRefused = (name: string) => button(name).click({ force: true });

describe("RowActions", () => {
  it("runs an action, and moves rare actions into a menu", async () => {
    const onEdit = vi.fn();
    await render(<ManyActions onEdit={onEdit} />);
    await button("Edit").click();
    expect(onEdit).toHaveBeenCalledOnce();
    expect(button("Copy").elements()).toHaveLength(0);
    await button("More").click();
    await expect.element(page.getByRole("menuitem", { name: "Copy" })).toBeVisible();
  });

  it("disables a refused action and shows the reason on hover and on keyboard focus", async () => {
    await render(<ManyActions />);
    await expect.element(button("Print")).toHaveAttribute("aria-disabled", "true");
    await button("Print").hover();
    await expect.element(page.getByRole("tooltip")).toHaveTextContent("There is no printer");
    await button("Edit").hover();
    await expect.poll(() => document.querySelector(".ant-tooltip:not(.ant-tooltip-hidden)")).toBeNull();
    await userEvent.tab();
    await userEvent.tab();
    await expect.element(button("Print")).toHaveFocus();
    await expect.element(page.getByRole("tooltip")).toHaveTextContent("There is no printer");
  });

  it("leaves refused actions to the menu of rows in different states", async () => {
    await render(<ManyActions menuForRefused />);
    await expect.element(button("Copy")).toBeVisible();
    expect(button("Print").elements()).toHaveLength(0);
    await button("More").click();
    await expect.element(page.getByRole("menuitem", { name: /Print/ })).toBeVisible();
  });

  it("gives the two places on a phone to actions that are allowed", async () => {
    await page.viewport(390, 800);
    try {
      await render(<ManyActions />);
      await expect.element(button("Copy")).toBeVisible();
      expect(button("Print").elements()).toHaveLength(0);
      await button("More").click();
      await expect.element(page.getByRole("menuitem", { name: /Print/ })).toBeVisible();
    } finally {
      await page.viewport(1280, 800);
    }
  });

  it("shows the reason inside the menu, because touch screens have no hover", async () => {
    await render(<ManyActions />);
    await button("More").click();
    const item = page.getByRole("menuitem", { name: /Scrap/ });
    await expect.element(item).toHaveTextContent("A running mold cannot be scrapped");
    await expect.element(item).toHaveAttribute("aria-disabled", "true");
  });

  it("offers each row of a list the actions of that row's state", async () => {
    await render(<ActionsWithReasons />);
    await expect.poll(() => button("Scrap").elements().length).toBeGreaterThan(2);
    const disabled = button("Scrap")
      .elements()
      .map((b) => b.getAttribute("aria-disabled"));
    expect(disabled.slice(0, 3)).toEqual(["true", "false", "false"]);
  });
});

it("RefusableButton does nothing while it is refused, and shows its reason", async () => {
  const onClick = vi.fn();
  await render(<RefusedButton onClick={onClick} />);
  await clickRefused("Audit");
  expect(onClick).not.toHaveBeenCalled();
  await expect.element(page.getByRole("tooltip")).toHaveTextContent("You sent this order yourself");
  // The tooltip of this button covers the next button. So the pointer is moved off this button.
  await button("Audit").unhover();
  await expect.poll(() => document.querySelector(".ant-tooltip:not(.ant-tooltip-hidden)")).toBeNull();
  await button("Send").click();
  expect(onClick).toHaveBeenCalledOnce();
});

describe("DetailDrawer", () => {
  it("shows sections, replaces references by names and hides raw values", async () => {
    await render(<Details />);
    const drawer = page.getByRole("dialog");
    await expect.element(drawer).toHaveTextContent("Suzhou plant");
    expect(drawer.element().textContent).not.toMatch(/\bP2\b/);
    for (const title of ["Mold", "Production", "Record"])
      await expect.element(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
  });

  it("closes before it runs an action", async () => {
    const run = vi.fn();
    const onClose = vi.fn();
    await render(<Details actions={[{ key: "edit", label: "Edit", run }]} onClose={onClose} />);
    await button("Edit").click();
    expect(run).toHaveBeenCalledOnce();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });

  it("does not run a refused action", async () => {
    const run = vi.fn();
    const onClose = vi.fn();
    await render(
      <Details actions={[{ key: "edit", label: "Edit", run, refused: "It is closed" }]} onClose={onClose} />,
    );
    await clickRefused("Edit");
    expect(run).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it("has no history without an entity", async () => {
    await render(<DetailsWithoutHistory />);
    await expect.element(page.getByRole("dialog")).toBeVisible();
    expect(page.getByRole("tab").elements()).toHaveLength(0);
  });
});

describe("ChangeHistory", () => {
  it("shows user, field, old value and new value of a change", async () => {
    const client = sampleClient({ "SYS100.Q03": [] });
    await render(<History />);
    const entries = () =>
      page
        .getByRole("listitem")
        .elements()
        .map((e) => e.textContent ?? "");
    await expect.poll(entries).toHaveLength(2);
    const [update = "", insert = ""] = entries();
    expect(update).toContain("mei.lin");
    expect(update).toContain("Mold nameGrille → Grille 2");
    expect(update).toContain("Cavities2 → 4");
    expect(update).toContain("Expected cycle time24.50 s → –");
    expect(insert).toContain("Mold no.M-0002");
    expect(insert).not.toContain("→");
    expect(client.requests("SYS100.Q03")).toEqual([]);
  });

  it("says that the changes could not be loaded", async () => {
    await render(<History client={sampleClient({ "SYS100.Q03": refusal("S0020") })} />);
    await expect.element(page.getByRole("alert")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
  });

  it("shows names and labels for ids of organizations and users, and ids without a name as they are", async () => {
    const entry = {
      ...{ logId: 3, at: "2026-03-02T08:30:00Z", userId: "mei", action: "update" },
      ...{ target: "MB_SAMPLE", targetKey: "M-0002" },
      before: { plant_id: "P9", mold_age: 0 },
      after: { plant_id: "P2", mold_age: 1 },
    };
    const answers = {
      "SYS100.Q03": [entry],
      "SYS100.Q02": [{ orgId: "P2", orgName: "Injection plant 2", type: "plant" }],
      "SYS101.Q01": [{ userId: "mei", userName: "Mei Lin" }],
    };
    const mayListUsers = { ...sampleUser, authorities: [...sampleUser.authorities, "SYS101:Q"] };
    const client = sampleClient(answers, mayListUsers);
    await render(<History client={client} />);
    const text = () => page.getByRole("listitem").element().textContent;
    await expect.poll(text).toContain("P9 → Injection plant 2");
    await expect.poll(text).toContain("Mei Lin");
    expect(text()).toContain("New mold → Old mold");
  });

  it("shows a text if there are no changes", async () => {
    await render(<HistoryEmpty />);
    await expect.element(page.getByText("No changes recorded yet")).toBeVisible();
  });
});

it("FilterStrip shows counts and marks the chosen kind", async () => {
  const onChoose = vi.fn();
  await render(<Strip onChoose={onChoose} />);
  await expect
    .element(page.getByRole("button", { name: "All 24,310" }))
    .toHaveAttribute("aria-pressed", "false");
  await expect.element(page.getByRole("button", { name: "Open 12" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Closed 0" }).click();
  expect(onChoose).toHaveBeenCalledWith("closed");
  await expect
    .element(page.getByRole("button", { name: "Closed 0" }))
    .toHaveAttribute("aria-pressed", "true");
});

describe("SearchBox", () => {
  const box = () => page.getByRole("textbox");

  it("sets a filter on Enter, trimmed, and removes it when it is emptied", async () => {
    const onChange = vi.fn();
    await render(<Search onChange={onChange} />);
    await box().fill("  M-7 ");
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.keyboard("{Enter}");
    expect(onChange).toHaveBeenLastCalledWith([{ field: "moldNo", operator: "LIKE", value: "M-7" }]);
    await box().fill("");
    expect(onChange).toHaveBeenLastCalledWith([]);
  });

  it("searches in the chosen field", async () => {
    const onChange = vi.fn();
    await render(<Search onChange={onChange} />);
    await page.getByRole("combobox").click();
    await page.getByTitle("Mold name", { exact: true }).click();
    await expect.element(box()).toHaveAttribute("placeholder", "Search mold name");
    await box().fill("Grille");
    await userEvent.keyboard("{Enter}");
    expect(onChange).toHaveBeenLastCalledWith([{ field: "moldName", operator: "LIKE", value: "Grille" }]);
  });

  it("follows a filter that is removed elsewhere", async () => {
    await render(<SearchedFor />);
    await expect.element(box()).toHaveValue("Grille");
    // Text that was not searched for is removed, too.
    await box().fill("Clip");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.element(box()).toHaveValue("");
  });
});
