import { expect, it } from "vitest";
import { labelMiddles } from "./gantt-labels.ts";

it("leaves labels above their marks if there is room", () => {
  expect(
    labelMiddles([
      { at: 20, text: "T0" },
      { at: 90, text: "移交" },
    ]),
  ).toEqual([20, 90]);
});

it("moves a label that would overlap the previous label to the right", () => {
  expect(
    labelMiddles([
      { at: 100, text: "质量" },
      { at: 106, text: "移交" },
      { at: 200, text: "验收" },
    ]),
  ).toEqual([100, 126, 200]);
});

it("moves labels to the left that would leave the chart", () => {
  const [first = 0, second = 0] = labelMiddles(
    [
      { at: 150, text: "Handover" },
      { at: 195, text: "Acceptance" },
    ],
    200,
  );
  expect(second + ("Acceptance".length * 6.4) / 2).toBeLessThanOrEqual(200);
  expect(first + ("Handover".length * 6.4) / 2).toBeLessThan(second - ("Acceptance".length * 6.4) / 2);
});
