import type { CurrentUser } from "@shotkeeper/client";
import { listFigures, type WorkplaceFigures } from "@shotkeeper/contract/board";
import { liveState } from "@shotkeeper/contract/enumerations";
import { menus } from "@shotkeeper/contract/menus";
import { orderList } from "@shotkeeper/contract/production";
import { loadLocale, localeCodes } from "@shotkeeper/locales";
import { type Answers, pending, refusal, Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { FigureCards } from "./figure-cards.tsx";

const { workplace } = await loadLocale("en");
const t = workplace.cards;
const figures: WorkplaceFigures = {
  inService: 20,
  states: { [liveState.values.running]: 7 },
  shotsToday: 900,
  shotsYesterday: 1000,
  utilization: 38.3,
  warnings: { idle: 3 },
  unknownDays: 0,
  days: [],
  lateMilestones: {},
  compliance: [],
  places: [],
};
const screens = [menus.productionOrder, menus.dailyMaintenance, menus.majorMaintenance, menus.allWarnings];
const user: CurrentUser = { ...sampleUser, authorities: screens.map((m) => `${m}:Q`) };

async function show(orders: Answers[string]) {
  const { dailyDue, majorDue } = listFigures;
  const answers: Answers = {
    [`${orderList.menu}.${orderList.id}`]: orders,
    [`${dailyDue.query.menu}.${dailyDue.query.id}`]: [],
    [`${majorDue.query.menu}.${majorDue.query.id}`]: [],
  };
  await render(
    <Stage client={sampleClient(answers, user)}>
      <FigureCards figures={figures} />
    </Stage>,
  );
  await expect.element(page.getByText(t.ordersAtRisk)).toBeVisible();
}
const card = (label: string) => {
  const found = page.getByText(label, { exact: true }).element().closest(".sk-kpi");
  if (!(found instanceof HTMLElement)) throw new Error(`no card ${label}`);
  return found;
};
const isWaiting = (label: string) => card(label).querySelector(".ant-skeleton-active") !== null;

it("a card without an answer yet is a skeleton, and no dash", async () => {
  await show(pending);
  expect(isWaiting(t.ordersAtRisk)).toBe(true);
  expect(card(t.ordersAtRisk).textContent).not.toContain("–");
  await expect.poll(() => card(t.maintenance).querySelector("a")?.textContent).toBe("0");
});

it("a card counts the rows of its list when they have arrived", async () => {
  await show([{ lateRisk: "late" }, { lateRisk: "likely" }, { lateRisk: "onTime" }]);
  await expect.poll(() => card(t.ordersAtRisk).querySelector("a")?.dataset.rows).toBe("2");
  expect(isWaiting(t.ordersAtRisk)).toBe(false);
});

it("a card whose figure cannot be loaded shows a dash", async () => {
  await show(refusal("S0020"));
  await expect.poll(() => card(t.ordersAtRisk).textContent).toContain("–");
  expect(isWaiting(t.ordersAtRisk)).toBe(false);
});

it("a figure is no link for a user who may not see its list", async () => {
  await show([]);
  expect(card(t.running).querySelector("a")).toBeNull();
  expect(card(t.warnings).querySelector("a")?.dataset.rows).toBe("3");
});

it("utilization names its period, in each language", async () => {
  await show([]);
  expect(card(t.utilization)).toHaveTextContent(t.utilizationNote);
  for (const code of localeCodes) {
    const locale = await loadLocale(code);
    expect(locale.workplace.cards.utilizationNote).toMatch(/^(today|今日)/);
    for (const text of [locale.workplace.compliance, locale.board.compliance]) expect(text).toMatch(/7/);
  }
});
