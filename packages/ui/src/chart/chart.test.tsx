import { getInstanceByDom } from "echarts/core";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useTheme } from "../app/index.ts";
import { AlwaysDark, Line, Picking, WithZoom } from "./chart.gallery.tsx";

const box = () => page.getByRole("img");
const chart = () => {
  const found = getInstanceByDom(box().element() as HTMLElement);
  if (!found) throw new Error("no chart");
  return found;
};
/** Waits until the chart is drawn, which happens after ECharts has loaded. */
const drawing = () => expect.poll(() => getInstanceByDom(box().element() as HTMLElement)).toBeDefined();
/** Returns the box that the story draws around the chart and its note. */
const storyBox = () => document.querySelector("[role=img]")?.parentElement?.parentElement;
const background = () => storyBox()?.style.background;

it("has a name for screen readers, and disappears with its page", async () => {
  const screen = await render(<Line />);
  await expect.element(page.getByRole("img", { name: "Shots an hour" })).toBeVisible();
  await drawing();
  const drawn = chart();
  expect(drawn.getWidth()).toBeGreaterThan(500);
  await screen.unmount();
  expect(drawn.isDisposed()).toBe(true);
});

it("changes its size with its box", async () => {
  await render(<Line />);
  await expect.element(box()).toBeVisible();
  await drawing();
  const parent = storyBox();
  if (parent) parent.style.width = "300px";
  await expect.poll(() => chart().getWidth()).toBeLessThan(300);
});

it("uses the colours of the theme, unless it is always dark", async () => {
  const screen = await render(<Line />);
  await expect.poll(background).toContain("255, 255, 255");
  useTheme.setState({ dark: true });
  await expect.poll(background).toContain("22, 28, 35");
  await screen.unmount();
  useTheme.setState({ dark: false });
  await render(<AlwaysDark />);
  await expect.poll(background).toContain("22, 28, 35");
});

it("keeps the user's zoom when its data changes", async () => {
  await render(<WithZoom />);
  await expect.element(box()).toBeVisible();
  await drawing();
  chart().dispatchAction({ type: "dataZoom", start: 20, end: 40 });
  useTheme.setState({ colour: "green" });
  const zoom = () => (chart().getOption() as { dataZoom: { start: number }[] }).dataZoom[0]?.start;
  await expect.poll(zoom).toBe(20);
});

it("reports the bar that was clicked", async () => {
  const onPick = vi.fn();
  await render(<Picking onPick={onPick} />);
  await expect.element(box()).toBeVisible();
  await drawing();
  const [x = 0, y = 0] = chart().convertToPixel({ xAxisIndex: 0, yAxisIndex: 0 }, [1, 500]);
  await userEvent.click(box(), { position: { x, y } });
  expect(onPick).toHaveBeenCalledWith(0, 1);
});
