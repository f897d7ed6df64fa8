import { type ListFigure, listFigures, type WorkplaceFigures } from "@shotkeeper/contract/board";
import { quarantineState } from "@shotkeeper/contract/counter";
import { menus } from "@shotkeeper/contract/menus";
import { loadLocale, menuLabel } from "@shotkeeper/locales";
import { type Answers, Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Todos } from "./todos.tsx";

const { workplace, menus: names } = await loadLocale("en");
const figures: WorkplaceFigures = {
  inService: 0,
  states: {},
  shotsToday: 0,
  shotsYesterday: 0,
  utilization: null,
  warnings: {},
  lateMilestones: {},
  unknownDays: 0,
  days: [],
  compliance: [],
  places: [],
};

const nothing: Answers = Object.fromEntries(
  Object.values(listFigures).map(({ query }) => [`${query.menu}.${query.id}`, []]),
);
const answer = ({ query }: ListFigure, ...rows: readonly Readonly<Record<string, unknown>>[]): Answers => ({
  [`${query.menu}.${query.id}`]: rows,
});

async function show(rights: readonly string[], answers: Answers, more: Partial<WorkplaceFigures> = {}) {
  const user = { ...sampleUser, authorities: rights };
  await render(
    <Stage client={sampleClient({ ...nothing, ...answers }, user)}>
      <Todos figures={{ ...figures, ...more }} />
    </Stage>,
  );
}

it("shows a mold maker its overdue milestones and the trials to approve", async () => {
  const rights = [menus.newMoldHandover, menus.oldMoldTrial].flatMap((m) => [`${m}:Q`, `${m}:M`]);
  await show(
    rights,
    answer(listFigures.submittedTrials, { auditStat: 1 }, { auditStat: 1 }, { auditStat: 3 }),
    { lateMilestones: { [menus.newMoldHandover]: 1 } },
  );
  const milestones = page.getByRole("link", {
    name: workplace.todo.lateMilestones("1", menuLabel(names, menus.newMoldHandover)),
  });
  await expect
    .element(milestones)
    .toHaveAttribute("href", expect.stringContaining("/new-mold/handover?state=behind"));
  await expect.element(page.getByRole("link", { name: workplace.todo.trials("2") })).toBeVisible();
});

it("shows the maintainer of the system the quarantined readings", async () => {
  await show([`${menus.quarantine}:Q`, `${menus.quarantine}:M`], {
    ...answer(listFigures.quarantined, { quarantineState: quarantineState.values.waiting }),
  });
  await expect.element(page.getByRole("link", { name: workplace.todo.quarantined("1") })).toBeVisible();
});

it("leaves out work that the user may only see", async () => {
  await show([`${menus.newMoldHandover}:Q`], answer(listFigures.lateHandovers, { isBehind: true }));
  await expect.element(page.getByText(workplace.nothing)).toBeVisible();
});
