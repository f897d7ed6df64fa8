import type { PlantBoard } from "@shotkeeper/contract/board";
import { Stage } from "@shotkeeper/ui/gallery";
import { type CSSProperties, type ReactNode, useMemo } from "react";
import { expect, it } from "vitest";
import { render } from "vitest-browser-react";
import { AgeBars } from "./age-bars.tsx";
import { BoardHours } from "./board-hours.tsx";
import { boardStyle } from "./board-style.ts";
import "./board.css";

function Board({ children }: { readonly children: ReactNode }) {
  const style = useMemo(
    (): CSSProperties => ({
      ...boardStyle("default"),
      width: 900,
      height: 500,
      gridTemplateRows: "minmax(0, 1fr)",
    }),
    [],
  );
  return (
    <Stage>
      <main className="sk-board" style={style}>
        {children}
      </main>
    </Stage>
  );
}
const heights = () =>
  [...document.querySelectorAll(".sk-board-bar-area > span")].map((e) => e.getBoundingClientRect().height);

/** Expects that each bar is as high as its share of the highest value. Tolerates one pixel. */
function expectProportional(values: readonly number[]) {
  const drawn = heights();
  expect(drawn).toHaveLength(values.length);
  const highest = Math.max(...drawn);
  expect(highest).toBeGreaterThan(30);
  for (const [i, value] of values.entries())
    expect(Math.abs((drawn[i] ?? 0) - (value / Math.max(...values)) * highest)).toBeLessThan(1);
}

it("draws hours as high as their shots, near the highest hour too", async () => {
  const shots = [2095, 1935, 2000, 1750, 1048, 524, 2090, 30];
  const hours: PlantBoard["hours"] = shots.map((n, i) => ({
    time: new Date(Date.UTC(2026, 4, 1, i)).toISOString(),
    shots: n,
  }));
  await render(
    <Board>
      <BoardHours hours={hours} />
    </Board>,
  );
  await expect.poll(heights).toHaveLength(shots.length);
  expectProportional(shots);
});

it("draws ages as high as their number of molds", async () => {
  const ages = [24, 86, 12, 5, 3];
  await render(
    <Board>
      <AgeBars ages={ages} />
    </Board>,
  );
  await expect.poll(heights).toHaveLength(ages.length);
  expectProportional(ages);
});
