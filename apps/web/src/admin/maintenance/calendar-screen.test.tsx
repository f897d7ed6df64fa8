import type { CurrentUser } from "@shotkeeper/client";
import type { CalendarTask, MaintenanceCalendar } from "@shotkeeper/contract/maintenance";
import { loadLocale } from "@shotkeeper/locales";
import { type Answers, Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import CalendarScreen from "./calendar-screen.tsx";

const { calendar: t, enums } = await loadLocale("en");
const monday = "2026-05-18";
const seen = "2026-05-19T00:00:00.000Z";

const task = (taskId: string, more: Partial<CalendarTask> = {}): CalendarTask => ({
  taskId,
  kind: 1,
  moldNo: `M-${taskId}`,
  moldName: `Mold ${taskId}`,
  plantName: "Plant 1",
  orgIds: ["P1"],
  estimateMinutes: 90,
  isOwnEstimate: true,
  state: 1,
  taskSource: 0,
  serviceState: 0,
  taskReason: null,
  planDate: null,
  assignee: null,
  assigneeName: null,
  dueAt: null,
  deferCount: 0,
  deferLimit: 2,
  updatedDate: seen,
  ...more,
});
const person = (userId: string, orgId = "P1") => ({
  userId,
  userName: userId.toUpperCase(),
  orgId,
  orgName: "Plant 1",
  seesAll: false,
  isEnabled: true,
});
const forecast = { ...task("F"), dueAt: "2026-05-21T04:00:00.000Z", earliest: seen, latest: null };

const week = (more: Partial<MaintenanceCalendar> = {}): MaintenanceCalendar => ({
  today: "2026-05-20",
  dayHours: 2,
  dayTasks: 12,
  people: [person("ann"), person("bob"), person("cai", "P2")],
  loads: [{ userId: "ann", day: "2026-05-21", tasks: 2, minutes: 180, unknown: 0 }],
  tasks: [
    task("A", { planDate: "2026-05-21", assignee: "ann", assigneeName: "ANN", kind: 2 }),
    task("B", { planDate: "2026-05-21", assignee: "ann", assigneeName: "ANN" }),
    task("C"),
    task("D", { state: 3 }),
  ],
  taskCount: 4,
  forecasts: [forecast],
  forecastCount: 1,
  orders: [{ orderId: "PO-7", moldNo: "M-A", orderState: 4, fromDay: "2026-05-20", toDay: "2026-05-22" }],
  seesOrders: true,
  ...more,
});

const rights = ["MT101", "MT102"].flatMap((m) => ["Q", "A", "M", "D"].map((a) => `${m}:${a}`));
const planner: CurrentUser = { ...sampleUser, authorities: rights };
const accepted = { count: 1, refused: [] };

async function show(o: { answers?: Answers; data?: MaintenanceCalendar; user?: CurrentUser } = {}) {
  const client = sampleClient(
    {
      rf_MaintenanceCalendar: () => o.data ?? week(),
      rf_ScheduleTasks: () => accepted,
      rf_DeferTasks: () => accepted,
      rf_AddTask: () => ({ taskId: "N" }),
      "MT101.Q02": [],
      ...o.answers,
    },
    o.user ?? planner,
  );
  await render(
    <Stage client={client} layout="page" path={`/maintenance/calendar?week=${monday}`}>
      <CalendarScreen />
    </Stage>,
  );
  await expect.element(page.getByRole("table")).toBeInTheDocument();
  return client;
}
const grip = (id: string, kind: "daily" | "major" = "daily") =>
  page.getByRole("button", { name: t.grip(`M-${id} · ${enums.taskKind[kind]}`), exact: true });
const sent = (client: Awaited<ReturnType<typeof show>>) =>
  expect.poll(() => client.requests("rf_ScheduleTasks").map((r) => (r as { schedule: unknown }).schedule));

it("shows load, capacity, conflicts with orders, and forecasts", async () => {
  await show();
  const cell = page.getByRole("row", { name: /^ANN/ }).getByRole("cell").nth(3);
  await expect.element(cell).toHaveTextContent(t.load("2", "3.0"));
  await expect.element(cell).toHaveTextContent(t.over);
  await expect.element(cell.getByText(t.conflict(""))).toBeInTheDocument();
  await expect.element(cell.getByRole("link", { name: "PO-7" })).toBeInTheDocument();
  const expected = page.getByRole("row", { name: new RegExp(`^${t.forecasts}`) });
  await expect.element(expected).toHaveTextContent("M-F");
  await expect.element(page.getByRole("region", { name: t.waiting })).toHaveTextContent("M-D");
});

it("keeps a mold number on one line, with an ellipsis and the whole number as tooltip", async () => {
  const moldNo = `M-2026-0012-${"LEFT-FENDER-".repeat(6)}`;
  const planned = { planDate: "2026-05-21", assignee: "ann", assigneeName: "ANN", kind: 2 } as const;
  const order = { orderId: `PO-2026-${"0520-".repeat(16)}`, orderState: 4 } as const;
  const days = { moldNo, fromDay: "2026-05-20", toDay: "2026-05-22" };
  await show({ data: week({ tasks: [task("A", { ...planned, moldNo })], orders: [{ ...order, ...days }] }) });
  const number = page.getByRole("button", { name: moldNo, exact: true }).first().element();
  const conflict = page.getByRole("link", { name: order.orderId }).first().element().parentElement;
  for (const box of [number, conflict]) {
    if (!box) throw new Error("missing");
    const { height } = box.getBoundingClientRect();
    expect(height).toBeLessThan(2 * Number.parseFloat(getComputedStyle(box).lineHeight));
    expect(box.scrollWidth).toBeGreaterThan(box.clientWidth);
    expect(getComputedStyle(box).textOverflow).toBe("ellipsis");
    expect(box.getAttribute("title")).toContain(box === number ? moldNo : order.orderId);
  }
});

it("shows the tasks of people whom the server does not know any more", async () => {
  const gone = task("G", { planDate: "2026-05-22", assignee: "old", assigneeName: "old" });
  await show({ data: week({ tasks: [gone] }) });
  await expect.element(page.getByRole("row", { name: /^old/ })).toHaveTextContent("M-G");
});

it("moves a card by keyboard, says where it is, and keeps the focus on it", async () => {
  const client = await show();
  (grip("A", "major").element() as HTMLElement).focus();
  await userEvent.keyboard(" {ArrowDown}{ArrowRight}");
  await expect.element(page.getByText(t.place("BOB", "Fri 05-22"))).toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await sent(client).toEqual([
    [{ TASK_ID: "A", UPDATED_DATE: seen, PLAN_DATE: "2026-05-22", ASSIGNEE: "bob" }],
  ]);
  await expect.poll(() => document.activeElement?.getAttribute("data-grip")).toBe("A");
});

it("shows loads of tasks that the filter hides, and moves the load with a card", async () => {
  const busy = { userId: "bob", day: "2026-05-22", tasks: 5, minutes: 60, unknown: 0 };
  const unanswered = () => new Promise<never>(() => {});
  await show({ data: week({ loads: [...week().loads, busy] }), answers: { rf_ScheduleTasks: unanswered } });
  const cell = (name: RegExp, day: number) => page.getByRole("row", { name }).getByRole("cell").nth(day);
  await expect.element(cell(/^BOB/, 4)).toHaveTextContent(t.load("5", "1.0"));
  (grip("A", "major").element() as HTMLElement).focus();
  await userEvent.keyboard(" {ArrowDown}{ArrowRight}{Enter}");
  await expect.element(cell(/^BOB/, 4)).toHaveTextContent(t.load("6", "2.5"));
  await expect.element(cell(/^ANN/, 3)).toHaveTextContent(t.load("1", "1.5"));
});

it("shows no task of the old week while another week loads", async () => {
  const unanswered = new Promise<MaintenanceCalendar>(() => {});
  const answer = (input: unknown) =>
    (input as { firstDay: string }).firstDay === monday ? week() : unanswered;
  await show({ answers: { rf_MaintenanceCalendar: answer } });
  await page.getByRole("button", { name: t.next, exact: true }).click();
  await expect.poll(() => document.querySelector(".ant-spin")).not.toBeNull();
  expect(page.getByRole("region", { name: t.waiting }).elements()).toEqual([]);
  await expect.element(page.getByRole("button", { name: t.exportIcs })).toBeDisabled();
});

it("leaves the card where it is when Escape ends the move", async () => {
  const client = await show();
  (grip("A", "major").element() as HTMLElement).focus();
  await userEvent.keyboard(" {ArrowDown}{Escape}");
  await expect.element(page.getByText(t.cancelled(`M-A · ${enums.taskKind.major}`))).toBeInTheDocument();
  expect(client.requests("rf_ScheduleTasks")).toEqual([]);
});

it("refuses past days and people who may not see the mold, without a call", async () => {
  const client = await show();
  (grip("A", "major").element() as HTMLElement).focus();
  await userEvent.keyboard(" {ArrowDown}{ArrowDown}{Enter}");
  await expect.element(page.getByText(t.cannotTake("CAI"))).toBeInTheDocument();
  (grip("A", "major").element() as HTMLElement).focus();
  await userEvent.keyboard(" {ArrowLeft}{ArrowLeft}{Enter}");
  await expect.element(page.getByText(t.noPast)).toBeInTheDocument();
  expect(client.requests("rf_ScheduleTasks")).toEqual([]);
});

it("moves a task of a disabled user to another day, but gives that user no other task", async () => {
  const old = { ...person("dan"), isEnabled: false };
  const own = task("A", { planDate: "2026-05-21", assignee: "dan", assigneeName: "DAN" });
  const other = task("B", { planDate: "2026-05-21" });
  const client = await show({ data: week({ people: [old], tasks: [own, other] }) });
  (grip("B").element() as HTMLElement).focus();
  await userEvent.keyboard(" {ArrowDown}{Enter}");
  await expect.element(page.getByText(t.cannotTake("DAN"))).toBeInTheDocument();
  (grip("A").element() as HTMLElement).focus();
  await userEvent.keyboard(" {ArrowRight}{Enter}");
  await sent(client).toEqual([
    [{ TASK_ID: "A", UPDATED_DATE: seen, PLAN_DATE: "2026-05-22", ASSIGNEE: "dan" }],
  ]);
});

it("drags a card by mouse to a person and day, and a forecast becomes a task", async () => {
  const client = await show();
  const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
  const drag = (from: Element, to: Element) => {
    const at = (e: Element, type: string, target: Element | Window) => {
      const { left, top, width, height } = e.getBoundingClientRect();
      const [clientX, clientY] = [left + width / 2, top + Math.min(height / 2, 20)];
      const init = { bubbles: true, cancelable: true, pointerId: 1, button: 0, clientX, clientY };
      target.dispatchEvent(new PointerEvent(type, { ...init, pointerType: "mouse" }));
    };
    from.scrollIntoView({ block: "center" });
    at(from, "pointerdown", from);
    to.scrollIntoView({ block: "center" });
    at(to, "pointermove", window);
    at(to, "pointermove", window);
    at(to, "pointerup", window);
  };
  const bob = row("BOB").getByRole("cell").nth(4).element();
  drag(grip("C").element(), bob);
  await sent(client).toEqual([
    [{ TASK_ID: "C", UPDATED_DATE: seen, PLAN_DATE: "2026-05-22", ASSIGNEE: "bob" }],
  ]);
  await expect.element(page.getByText(t.dialog.done(1))).toBeInTheDocument();
  drag(grip("F").element(), row("BOB").getByRole("cell").nth(4).element());
  await expect
    .poll(() => client.requests("rf_AddTask"))
    .toMatchObject([{ kind: 1, moldNo: "M-F", planDate: "2026-05-22", assignee: "bob" }]);
});

it("assigns and moves by the menu of a card, and tells why the server refused", async () => {
  const refused = { count: 0, refused: [{ taskId: "C", message: "S0213" }] };
  const client = await show({ answers: { rf_ScheduleTasks: () => refused } });
  await page.getByRole("button", { name: "M-C", exact: true }).click();
  await page.getByRole("menuitem", { name: t.move }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: t.dialog.person }).click();
  await page.getByText("BOB · Plant 1").click();
  await dialog.getByRole("button", { name: t.dialog.apply(1) }).click();
  await sent(client).toEqual([[{ TASK_ID: "C", UPDATED_DATE: seen, ASSIGNEE: "bob" }]]);
  await expect.element(dialog).toHaveTextContent(t.dialog.refused(0, 1));
  await expect.element(dialog).toHaveTextContent("M-C C:");
});

it("distributes selected tasks within the capacity, in one call", async () => {
  const client = await show();
  await page.getByRole("checkbox", { name: t.selectAll }).click();
  await page.getByRole("button", { name: t.planSelected }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(t.dialog.spread, { exact: true }).click();
  await expect.element(dialog.getByRole("table", { name: t.dialog.proposal })).toHaveTextContent("+1");
  await dialog.getByRole("button", { name: t.dialog.apply(2) }).click();
  await sent(client).toEqual([
    [
      { TASK_ID: "C", UPDATED_DATE: seen, PLAN_DATE: "2026-05-20", ASSIGNEE: "bob" },
      { TASK_ID: "D", UPDATED_DATE: seen, PLAN_DATE: "2026-05-20", ASSIGNEE: "ann" },
    ],
  ]);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(t.selected(2))).not.toBeInTheDocument();
});

it("distributes to people without recent maintenance", async () => {
  const client = await show({
    data: week({ people: [], tasks: [task("C")], loads: [] }),
    answers: { "MT101.Q02": [{ userId: "new", userName: "NEW", orgName: "Plant 1" }] },
  });
  await page.getByRole("checkbox", { name: t.selectAll }).click();
  await page.getByRole("button", { name: t.planSelected }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(t.dialog.spread, { exact: true }).click();
  await dialog.getByRole("combobox", { name: t.dialog.people }).click();
  await page.getByTitle("NEW · Plant 1").click();
  await dialog.getByRole("button", { name: t.dialog.apply(1) }).click();
  await sent(client).toMatchObject([[{ TASK_ID: "C", ASSIGNEE: "new" }]]);
});

it("says that the list of people is cut, and finds the others by name", async () => {
  const many = Array.from({ length: 250 }, (_, i) => ({
    userId: `u${i}`,
    userName: `U${i}`,
    orgName: "Plant 1",
  }));
  const client = await show({
    data: week({ people: [], tasks: [task("C")], loads: [] }),
    answers: { "MT101.Q02": many },
  });
  await page.getByRole("checkbox", { name: t.selectAll }).click();
  await page.getByRole("button", { name: t.planSelected }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(t.dialog.spread, { exact: true }).click();
  const select = dialog.getByRole("combobox", { name: t.dialog.people });
  await select.click();
  await expect.element(page.getByText(t.dialog.onlyFirst("200"))).toBeVisible();
  await select.fill("U249");
  await page.getByTitle("U249 · Plant 1").click();
  const apply = dialog.getByRole("button", { name: t.dialog.apply(1) });
  await expect.element(apply).toBeEnabled();
  // Presses the button by the keyboard, because the open list of people may cover it.
  apply.element().focus();
  await userEvent.keyboard("{Enter}");
  await sent(client).toMatchObject([[{ TASK_ID: "C", ASSIGNEE: "u249" }]]);
});

it("distributes on the days of the next week, without closing the dialog", async () => {
  // Today is a Sunday, the last day of the shown week. The dialog first offers only this day, and after a click on
  // "next" the days of the next week.
  const client = await show({ data: week({ today: "2026-05-24" }) });
  await page.getByRole("checkbox", { name: t.selectAll }).click();
  await page.getByRole("button", { name: t.planSelected }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(t.dialog.spread, { exact: true }).click();
  await expect.element(dialog.getByRole("checkbox", { name: "Sun 05-24" })).toBeChecked();
  await dialog.getByRole("button", { name: t.next }).click();
  await expect.element(dialog.getByRole("checkbox", { name: "Mon 05-25" })).toBeChecked();
  await expect.element(dialog.getByRole("checkbox", { name: "Sun 05-31" })).not.toBeChecked();
  await dialog.getByRole("button", { name: t.dialog.apply(2) }).click();
  await sent(client).toMatchObject([[{ PLAN_DATE: "2026-05-25" }, { PLAN_DATE: "2026-05-25" }]]);
});

/** Shows the calendar. `change` reloads its data: all tasks have a later `updatedDate`, and one task is new. */
async function showChanging() {
  const later = "2026-05-19T01:00:00.000Z";
  const tasks = [...week().tasks, task("NEW")].map((x) => ({ ...x, updatedDate: later }));
  let loads = 0;
  const client = await show({
    answers: { rf_MaintenanceCalendar: () => (loads++ ? week({ tasks }) : week()) },
  });
  const change = async () => {
    client.emit({ type: "board", molds: ["M-C"] });
    await expect.poll(() => document.querySelector('[data-grip="NEW"]'), { timeout: 5000 }).not.toBeNull();
  };
  return { client, change };
}

it("sends the time of change that the user saw when the dialog opened", async () => {
  const { client, change } = await showChanging();
  await page.getByRole("button", { name: "M-C", exact: true }).click();
  await page.getByRole("menuitem", { name: t.move }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: t.dialog.noDay }).click();
  await change();
  await dialog.getByRole("button", { name: t.dialog.apply(1) }).click();
  await sent(client).toEqual([[{ TASK_ID: "C", UPDATED_DATE: seen, PLAN_DATE: null }]]);
});

it("sends the time of change that the user saw when the move began", async () => {
  const { client, change } = await showChanging();
  (grip("A", "major").element() as HTMLElement).focus();
  await userEvent.keyboard(" {ArrowRight}");
  await change();
  await userEvent.keyboard("{Enter}");
  await sent(client).toEqual([
    [{ TASK_ID: "A", UPDATED_DATE: seen, PLAN_DATE: "2026-05-22", ASSIGNEE: "ann" }],
  ]);
});

it("offers no changes to a user who may only read", async () => {
  await show({ user: { ...planner, authorities: ["MT101:Q", "MT102:Q"] } });
  await expect.element(page.getByRole("button", { name: "M-C", exact: true })).toBeInTheDocument();
  expect(page.getByRole("checkbox").elements()).toEqual([]);
  expect(document.querySelectorAll("[data-grip]")).toHaveLength(0);
  await page.getByRole("button", { name: "M-C", exact: true }).click();
  await expect.element(page.getByRole("menuitem", { name: t.openTask })).toBeInTheDocument();
  expect(page.getByRole("menuitem", { name: t.move }).elements()).toEqual([]);
});

it("shows rows by mold with the orders of each mold, and exports what it shows", async () => {
  let saved: Blob | undefined;
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    saved = blob as Blob;
    return "blob:calendar";
  });
  await show();
  await page.getByText(t.byMold).click();
  await expect.element(page.getByRole("row", { name: /^M-A/ })).toHaveTextContent("PO-7");
  await page.getByRole("textbox", { name: t.search }).fill("M-A");
  await expect.element(page.getByRole("row", { name: /^M-B/ })).not.toBeInTheDocument();
  await page.getByRole("button", { name: t.exportIcs }).click();
  const text = (await saved?.text()) ?? "";
  expect(text.match(/UID:.*/g)).toEqual(["UID:A@demo.shotkeeper"]);
  expect(text).toContain("DTSTART;VALUE=DATE:20260521");
  vi.restoreAllMocks();
});
