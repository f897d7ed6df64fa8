import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Stage, sampleRow } from "../gallery/index.ts";
import {
  Batteries,
  ChoiceTags,
  Counts,
  Deviations,
  FactsOfARecord,
  Figures,
  PanelFailed,
  PanelLoading,
  PhotosInALine,
  ReachedBars,
  Signals,
  StoredImages,
  UsedBars,
} from "./cells.gallery.tsx";
import { CellLink } from "./cells.tsx";

/** Returns the text and the level (good, attention or bad) of every cell that the selector finds. */
const levels = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].map((e) => [e.textContent, e.dataset.level ?? ""]);

describe("levels of cells", () => {
  it("of a used share: attention from 90 %, bad from 100 %", async () => {
    await render(<UsedBars />);
    await expect
      .poll(() => levels(".sk-bar"))
      .toEqual([
        ["0.0%", ""],
        ["45.2%", ""],
        ["90.0%", "attention"],
        ["99.9%", "attention"],
        ["104%", "bad"],
      ]);
    await expect.element(page.getByText("–", { exact: true })).toBeVisible();
  });

  it("of a goal: good from 95 %, attention from 85 %", async () => {
    await render(<ReachedBars />);
    await expect
      .poll(() => levels(".sk-bar").map(([, level]) => level))
      .toEqual(["bad", "bad", "attention", "good", "good"]);
  });

  it("of a battery: attention at 20 % or less, bad at 10 % or less", async () => {
    await render(<Batteries />);
    await expect
      .poll(() => levels(".sk-battery"))
      .toEqual([
        ["100%", "good"],
        ["21%", "good"],
        ["20%", "attention"],
        ["10%", "bad"],
        ["0%", "bad"],
      ]);
  });

  it("of a signal, with as many bars", async () => {
    await render(<Signals />);
    const bars = () =>
      [...document.querySelectorAll(".sk-signal")].map((s) => s.querySelectorAll("[data-on]").length);
    await expect.poll(bars).toEqual([4, 3, 2, 1, 0]);
    expect(levels(".sk-signal").map(([, level]) => level)).toEqual(["", "", "", "attention", "bad"]);
  });

  it("of a deviation: attention above 5 %, bad above 10 %, with its sign", async () => {
    await render(<Deviations />);
    await expect
      .poll(() => levels(".sk-figure"))
      .toEqual([
        ["0.0%", ""],
        ["+3.2%", ""],
        ["-6.1%", "attention"],
        ["+14.0%", "bad"],
        ["-11.6%", "attention"],
      ]);
  });

  it("of a count, where zero is grey", async () => {
    await render(<Counts />);
    await expect
      .poll(() => levels(".sk-figure"))
      .toEqual([
        ["12,345", ""],
        ["3", "attention"],
        ["7", "bad"],
      ]);
    expect([...document.querySelectorAll(".sk-faint")].map((e) => e.textContent)).toEqual(["0", "–"]);
  });

  it("of a key figure", async () => {
    await render(<Figures />);
    await expect
      .poll(() => levels(".sk-kpi").map(([, level]) => level))
      .toEqual(["", "good", "attention", "bad", ""]);
    await expect.element(page.getByText("54,800 shots left")).toBeVisible();
    const values = [...document.querySelectorAll(".sk-kpi-value")].map((e) => e.textContent);
    expect(values.slice(-2), "a missing value has no unit").toEqual(["104.0%", "–"]);
  });
});

it("ChoiceTag shows every value with its label and the shape of its tone", async () => {
  await render(<ChoiceTags />);
  await expect.element(page.getByText("In repair")).toBeVisible();
  const tags = [...document.querySelectorAll<HTMLElement>(".sk-state")];
  expect(tags).toHaveLength(10);
  expect(tags.every((t) => t.querySelector("svg") !== null)).toBe(true);
});

it("a click on a CellLink does not open the row", async () => {
  const [onLink, onRow] = [vi.fn(), vi.fn()];
  await render(
    <Stage>
      {/* biome-ignore lint/a11y: stands for the row of a grid */}
      <div onClick={onRow}>
        <CellLink onClick={onLink}>M-0001</CellLink>
      </div>
    </Stage>,
  );
  await page.getByRole("button", { name: "M-0001" }).click();
  expect(onLink).toHaveBeenCalledOnce();
  expect(onRow).not.toHaveBeenCalled();
});

it("Facts formats a value of each type with its unit", async () => {
  await render(<FactsOfARecord />);
  const fact = (label: string) =>
    [...document.querySelectorAll("dt")].find((dt) => dt.textContent === label)?.nextElementSibling
      ?.textContent;
  await expect.poll(() => fact("Expected cycle time")).toBe("27.75 s");
  expect(fact("Cavities")).toBe("2");
  expect(fact("New or old")).toBe("Old mold");
  expect(fact("Valid")).toBe("Yes");
  expect(fact("Handover date")).toBe("2026-03-02");
  expect(fact("Start time")).toBe("2026-03-02 16:30:00");
  expect(fact("Remark")).toBe(sampleRow(1).remark);
  expect(fact("Battery")).toBe("83%");
});

it("Panel shows a skeleton while its request is pending, and a retry button after a failure", async () => {
  await render(<PanelLoading />);
  await expect.poll(() => document.querySelector(".ant-skeleton")).not.toBeNull();
  const onRetry = vi.fn();
  await render(<PanelFailed onRetry={onRetry} />);
  await expect.element(page.getByRole("alert")).toHaveTextContent("The server cannot be reached");
  await page.getByRole("button", { name: "Try again" }).click();
  expect(onRetry).toHaveBeenCalledOnce();
});

it("Photos shows thumbnails, opens them, and shows a dash for a missing file", async () => {
  await render(<PhotosInALine />);
  await expect.element(page.getByRole("img", { name: "Photo 2" })).toBeVisible();
  await expect
    .poll(() => [...document.querySelectorAll(".sk-faint")].map((e) => e.textContent))
    .toEqual(["–", "–"]);
  await page.getByRole("img", { name: "Photo 1" }).click();
  await expect.poll(() => document.querySelector(".ant-image-preview")).not.toBeNull();
});

it("StoredImage shows a placeholder, then the picture, or a text if the file is missing", async () => {
  await render(<StoredImages />);
  await expect.element(page.getByRole("img", { name: "Mold, front" })).toBeVisible();
  await expect.element(page.getByText("The picture cannot be shown")).toBeVisible();
  expect(document.querySelectorAll('.sk-image[aria-busy="true"]')).toHaveLength(1);
});
