import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Stage } from "../gallery/index.ts";
import {
  BusyAction,
  FailingAction,
  QuickAction,
  RefusedMessage,
  RelativeTimes,
  StateTags,
  UnreachableMessage,
  WaitingAction,
} from "./app.gallery.tsx";
import { useLocaleCode } from "./locale-store.ts";
import { useTheme } from "./theme-store.ts";

const overlay = () => document.querySelector(".ant-spin-fullscreen");

it("StateTag shows each state by a word and a shape, also an unknown state", async () => {
  await render(<StateTags />);
  await expect.element(page.getByText("In trial")).toBeVisible();
  const tags = [...document.querySelectorAll<HTMLElement>(".sk-state")];
  const shapes = new Set(tags.map((t) => t.querySelector("svg")?.innerHTML));
  expect([tags.length, shapes.size]).toEqual([10, 10]);
  expect(page.getByText("Unknown").elements()).toHaveLength(2);
});

it('Ago shows the exact time on hover, and "never" without a time', async () => {
  await render(<RelativeTimes />);
  await expect.element(page.getByText("just now")).toBeVisible();
  await expect.element(page.getByText("2024-01-05")).toHaveAttribute("title", "2024-01-05 18:00:00");
  await expect.element(page.getByText("never")).toBeVisible();
});

it("a refusal is shown as a sentence with the label of the refused field", async () => {
  await render(<RefusedMessage />);
  await expect.element(page.getByText("The record already exists: Mold no.")).toBeVisible();
});

it("a lost connection is shown as a sentence", async () => {
  await render(<UnreachableMessage />);
  await expect
    .element(page.getByText("The server cannot be reached. Check the connection and try again."))
    .toBeVisible();
});

// spec: admin 9.2
it("an action covers the page while it runs", async () => {
  await render(<BusyAction />);
  await page.getByRole("button", { name: "Run" }).click();
  await expect.poll(overlay).not.toBeNull();
});

// spec: admin 7.28
it("an action shows its success or its failure", async () => {
  const screen = await render(<QuickAction />);
  await page.getByRole("button", { name: "Run" }).click();
  await expect.element(page.getByText("Saved 3 molds")).toBeVisible();
  await screen.unmount();
  await render(<FailingAction />);
  await page.getByRole("button", { name: "Run" }).click();
  await expect
    .element(page.getByText("You have no permission, or this login device is restricted"))
    .toBeVisible();
  expect(page.getByText("Saved 3 molds").elements()).toHaveLength(0);
});

// spec: admin 1.17
// spec: admin 8.48, 8.49
it("an action that times out closes the overlay and says so", async () => {
  let timeOut = () => {};
  const onWait = (fail: () => void) => {
    timeOut = fail;
  };
  await render(<WaitingAction onWait={onWait} />);
  await page.getByRole("button", { name: "Run" }).click();
  await expect.poll(overlay).not.toBeNull();
  timeOut();
  await expect.element(page.getByText(/took too long/)).toBeVisible();
  await expect.poll(overlay).toBeNull();
});

it("language and theme change without a reload", async () => {
  await render(<StateTags />);
  await expect.element(page.getByText("In repair")).toBeVisible();
  useLocaleCode.getState().choose("zh_CN");
  await expect.element(page.getByText("维修中", { exact: true })).toBeVisible();
  expect(document.documentElement.lang).toBe("zh-Hans-CN");
  expect(localStorage.getItem("i18n-lang")).toBe("zh_CN");
  useTheme.getState().change({ dark: true });
  await expect.poll(() => document.documentElement.dataset.mode).toBe("dark");
});

it("children are rendered only after the texts have loaded", async () => {
  const seen = vi.fn(() => null);
  function Child() {
    return seen();
  }
  await render(
    <Stage>
      <Child />
    </Stage>,
  );
  await expect.poll(() => seen.mock.calls.length).toBeGreaterThan(0);
});
