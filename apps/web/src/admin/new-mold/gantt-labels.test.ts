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
