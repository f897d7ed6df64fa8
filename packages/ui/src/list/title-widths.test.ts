import { expect, it } from "vitest";
import { titleWidths } from "./title-widths.ts";

const widthOf = (text: string) => text.length * 6.5;
const title = { key: "boundCount", title: "Reading when bound", type: "number" } as const;

it("gives a title the room for its text, its unit and its sort mark", () => {
  const [alone] = Object.values(titleWidths([title], [], widthOf));
  expect(alone).toBe(117 + 22);
  expect(titleWidths([{ ...title, unit: "shots" }], [], widthOf)).toEqual({ boundCount: 117 + 37 + 22 });
  expect(titleWidths([title], ["boundCount"], widthOf)).toEqual({ boundCount: 117 + 24 + 22 });
});

it("cuts a title that is longer than 260 px", () => {
  expect(titleWidths([{ key: "a", title: "x".repeat(80), type: "text" }], [], widthOf)).toEqual({ a: 260 });
});
