import { describe, expect, it } from "vitest";
import {
  addDays,
  addLoad,
  canBeAssigned,
  type DayLoad,
  daysFrom,
  isOverCapacity,
  mondayOf,
  noLoad,
  ordersOn,
  removeLoad,
  type SpreadTask,
  spreadTasks,
} from "./calendar.rules.ts";
import { taskKind, taskState } from "./task.entity.ts";

const { daily, major } = taskKind.values;
const { comingUp, due, overdue } = taskState.values;
const capacity = { dayHours: 2, dayTasks: 3 };
const person = (userId: string, orgId: string | null = "P1", seesAll = false, isEnabled = true) => ({
  userId,
  orgId,
  seesAll,
  isEnabled,
});
const task = (taskId: string, more: Partial<SpreadTask> = {}): SpreadTask => ({
  taskId,
  kind: daily,
  moldNo: "M",
  state: due,
  dueAt: null,
  estimateMinutes: 60,
  orgIds: ["P1", "O1"],
  ...more,
});
const spread = (
  tasks: readonly SpreadTask[],
  more: Partial<Parameters<typeof spreadTasks<ReturnType<typeof person>>>[0]> = {},
) =>
  Object.fromEntries(
    [
      ...spreadTasks({
        tasks,
        people: [person("ann"), person("bob")],
        days: ["2026-05-18", "2026-05-19"],
        capacity,
        orders: [],
        loadOf: () => noLoad,
        ...more,
      }),
    ].map(([id, s]) => [id, `${s.assignee} ${s.planDate.slice(-2)}`]),
  );

describe("days", () => {
  it("begin their week on Monday, across months and years", () => {
    expect(mondayOf("2026-05-20")).toBe("2026-05-18");
    expect(mondayOf("2026-05-18")).toBe("2026-05-18");
    expect(mondayOf("2026-05-24")).toBe("2026-05-18");
    expect(mondayOf("2027-01-01")).toBe("2026-12-28");
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
    expect(daysFrom("2026-12-30", 3)).toEqual(["2026-12-30", "2026-12-31", "2027-01-01"]);
  });
});

it("gives a task that is longer than a day's capacity a day of its own", () => {
  const long = task("T1", { estimateMinutes: 121 });
  expect(spread([long])).toEqual({ T1: "ann 18" });
  const busy = (userId: string, day: string) =>
    userId === "bob" && day === "2026-05-19" ? noLoad : { tasks: 1, minutes: 5, unknown: 0 };
  expect(spread([long], { loadOf: busy })).toEqual({ T1: "bob 19" });
  expect(spread([long], { loadOf: () => ({ tasks: 1, minutes: 5, unknown: 0 }) })).toEqual({});
});

describe("capacity", () => {
  it("is exceeded by hours or by tasks, not by reaching either", () => {
    const load = (tasks: number, minutes: number): DayLoad => ({ tasks, minutes, unknown: 0 });
    expect(isOverCapacity(load(3, 120), capacity)).toBe(false);
    expect(isOverCapacity(load(4, 10), capacity)).toBe(true);
    expect(isOverCapacity(load(1, 121), capacity)).toBe(true);
  });

  it("counts a task without an estimate as a task, and tells that its time is unknown", () => {
    const two = addLoad(addLoad(noLoad, 30), null);
    expect(two).toEqual({ tasks: 2, minutes: 30, unknown: 1 });
    expect(removeLoad(removeLoad(two, null), 30)).toEqual(noLoad);
  });
});

describe("who can be assigned", () => {
  it("is an enabled user of the mold's organizations, or one who sees the whole tenant", () => {
    const t = { orgIds: ["P1", "O1"] };
    expect(canBeAssigned(person("a"), t)).toBe(true);
    expect(canBeAssigned(person("a", "P2"), t)).toBe(false);
    expect(canBeAssigned(person("a", null), t)).toBe(false);
    expect(canBeAssigned(person("a", null, true), t)).toBe(true);
    expect(canBeAssigned(person("a", "P1", true, false), t)).toBe(false);
  });
});

describe("orders of a mold", () => {
  it("include their first and last day", () => {
    const order = { moldNo: "M", fromDay: "2026-05-18", toDay: "2026-05-19" };
    const on = (day: string, mold = "M") => ordersOn([order], mold, day).length;
    expect([on("2026-05-17"), on("2026-05-18"), on("2026-05-19"), on("2026-05-20")]).toEqual([0, 1, 1, 0]);
    expect(on("2026-05-18", "N")).toBe(0);
  });
});

describe("spreading tasks", () => {
  it("gives each to the person with the least work, the most urgent first", () => {
    const tasks = [task("1", { state: comingUp }), task("2", { state: overdue }), task("3")];
    expect(spread(tasks)).toEqual({ 2: "ann 18", 3: "bob 18", 1: "ann 18" });
  });

  it("never exceeds the capacity, and leaves out the tasks that fit nowhere", () => {
    const tasks = Array.from({ length: 10 }, (_, i) => task(`T${i}`));
    const found = spread(tasks);
    expect(Object.values(found).sort()).toEqual(
      ["ann 18", "ann 18", "ann 19", "ann 19", "bob 18", "bob 18", "bob 19", "bob 19"].sort(),
    );
    expect(found).not.toHaveProperty("T8");
    const small = Array.from({ length: 7 }, (_, i) => task(`T${i}`, { estimateMinutes: null }));
    expect(Object.keys(spread(small, { days: ["2026-05-18"] }))).toHaveLength(6);
  });

  it("considers the work that people already have", () => {
    const loadOf = (userId: string): DayLoad => ({
      tasks: userId === "ann" ? 2 : 0,
      minutes: userId === "ann" ? 61 : 0,
      unknown: 0,
    });
    expect(spread([task("1"), task("2"), task("3")], { loadOf, days: ["2026-05-18"] })).toEqual({
      1: "bob 18",
      2: "bob 18",
    });
  });

  it("gives nobody a mold that the person may not see", () => {
    expect(spread([task("1", { orgIds: ["P2"] })])).toEqual({});
    expect(spread([task("1", { orgIds: ["P2"] })], { people: [person("ann"), person("cai", "P2")] })).toEqual(
      { 1: "cai 18" },
    );
  });

  it("keeps major maintenance off the days of a production order, if another day has room", () => {
    const orders = [{ moldNo: "M", fromDay: "2026-05-18", toDay: "2026-05-18" }];
    expect(spread([task("1", { kind: major })], { orders })).toEqual({ 1: "ann 19" });
    expect(spread([task("1")], { orders })).toEqual({ 1: "ann 18" });
    expect(spread([task("1", { kind: major })], { orders, days: ["2026-05-18"] })).toEqual({ 1: "ann 18" });
  });
});
