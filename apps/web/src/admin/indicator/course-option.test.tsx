import type { IndicatorAnswer } from "@shotkeeper/contract/indicator";
import { loadLocale } from "@shotkeeper/locales";
import { formatsOf } from "@shotkeeper/ui/app";
import type { ChartTheme } from "@shotkeeper/ui/chart";
import { expect, it } from "vitest";
import { courseOption, intervalOf } from "./course-option.ts";
import { changeText, isBetter } from "./figure-text.ts";

const f = formatsOf("en", (await loadLocale("en")).shell.time);
const colour = "#000";
const theme: ChartTheme = {
  mode: "light",
  ink: colour,
  ink2: colour,
  ink3: colour,
  line: colour,
  panel: colour,
  raised: colour,
  primary: colour,
  good: colour,
  attention: colour,
  bad: colour,
  info: colour,
  unsure: colour,
  band: colour,
  series: [colour],
};
const day = 86_400_000;
const now = Date.UTC(2027, 0, 1);
const figure = (moves: number, placedDays: number) => ({
  value: placedDays > 0 ? (moves / placedDays) * 3000 : null,
  parts: { moves, placedDays },
});
const answer = (everyMs: number, figures: readonly ReturnType<typeof figure>[]): IndicatorAnswer => ({
  target: 8,
  now: figure(0, 0),
  before: figure(0, 0),
  times: figures.map((x, i) => ({
    time: new Date(Date.UTC(2026, 0, 1) + i * everyMs).toISOString(),
    ...x,
  })),
  groups: [],
  current: {},
});

it("draws the moves of each day beside the moves that the limit allows on a day", () => {
  const days = answer(day, [figure(2, 100), figure(0, 100), figure(0, 0)]);
  const { series, yAxis } = courseOption("moves", days, {
    theme,
    f,
    figure: "Moves",
    target: "Allowed",
    now,
  });
  expect(yAxis).toMatchObject({ max: 2 });
  expect(series).toMatchObject([
    { name: "Moves", data: [2, 0, null] },
    { name: "Allowed", data: [0.27, 0.27, null] },
  ]);
});

it.each([
  [day, [100, 100, 70, 20], [0.27, 0.27, 0.27, 0.27]],
  [7 * day, [700, 700, 200], [1.87, 1.87, 1.87]],
])(
  "keeps the limit of the last complete interval until all counters have reported",
  (every, placed, limits) => {
    const figures = answer(
      every,
      placed.map((days) => figure(0, days)),
    );
    const ended = Date.UTC(2026, 0, 1) + (placed.length - 0.5) * every;
    const words = { theme, f, figure: "Moves", target: "Allowed", now: ended };
    expect(courseOption("moves", figures, words).series).toMatchObject([{}, { data: limits }]);
  },
);

it.each([
  [1, { max: 1, interval: 1 }],
  [3, { max: 3, interval: 1 }],
  [5, { max: 6, interval: 2 }],
  [19, { max: 20, interval: 5 }],
])("draws %s events on an axis with whole and even ticks", (moves, axis) => {
  const { yAxis } = courseOption("moves", answer(day, [figure(moves, 100)]), {
    theme,
    f,
    figure: "Moves",
    target: "Allowed",
    now,
  });
  expect(yAxis).toMatchObject(axis);
});

it.each([
  ["cycle", 99.68, 99.7, "±0.0", undefined],
  ["cycle", 99.6, 99.7, "−0.1", false],
  ["moves", 6.421, 6.418, "±0.00", undefined],
  ["moves", 6.42, 6.56, "−0.14", true],
] as const)("shows the change of %s from %s to %s as %s", (name, before, now, text, better) => {
  const [from, to] = text.startsWith("−") ? [Math.max(before, now), Math.min(before, now)] : [before, now];
  expect(changeText(name, to, from, f)).toBe(text);
  expect(isBetter(name, to, from)).toBe(better);
});

it.each([
  [98, 95, { min: 90, max: 100, interval: 5 }],
  [93, 95, { min: 90, max: 100, interval: 5 }],
  [72, 60, { min: 50, max: 100, interval: 10 }],
])("draws a share of %s %% with a target of %s %% on an axis with even ticks", (value, target, axis) => {
  const shares = { ...answer(day, []), target, times: [{ time: "2026-01-01T00:00:00Z", value, parts: {} }] };
  const { yAxis } = courseOption("cycle", shares, { theme, f, figure: "Share", target: "Target", now });
  expect(yAxis).toMatchObject(axis);
});

it("names the interval of the chart", () => {
  const every = (ms: number) =>
    intervalOf(
      answer(
        ms,
        [0, 1, 2, 3].map(() => figure(1, 1)),
      ),
    );
  expect([every(day), every(7 * day), every(31 * day)]).toEqual(["day", "week", "month"]);
  expect(intervalOf(answer(day, [figure(1, 1)]))).toBe("day");
});
