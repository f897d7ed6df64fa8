import { type WorkplaceFigures, workplaceFigures } from "@shotkeeper/contract/board";
import { liveState } from "@shotkeeper/contract/enumerations";
import { AnswerCache, keyOfScope } from "../../kernel/answer-cache.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { dayText } from "../../kernel/zone.ts";
import { type LateMilestones, lateByMenu, lateMilestones } from "../new-mold/index.ts";
import { countedWarnings, warningScope } from "../warning/index.ts";
import { countsOf, type MoldCount, type Named, plantsOf, statesOf, sumOfMolds } from "./counts.ts";
import { complianceOf, type DayFigures, latestDays, percent, sumOf } from "./days.ts";

const hourMs = 3_600_000;
const daysShown = 30;
const complianceDays = 7;
/**
 * Longest time to wait for the figures of the days, ms. If they are not known yet, for example after an import, the
 * page first appears without them.
 */
const daysWaitMs = 1000;
/** Cache of the numbers of overdue milestones, by scope of the user. */
const lateCache = new AnswerCache<readonly LateMilestones[]>();
/** Hours a day during which a mold can be used. The utilization rate divides the run time by these hours. */
const availableHours = 22;

/**
 * Returns the shots of a day up to `moment` (epoch ms). The hour that contains `moment` counts by its elapsed share.
 */
function shotsUntil(day: DayFigures, moment: number): number {
  let sum = 0;
  for (const f of day.figures) sum += f.shots * Math.min(1, Math.max(0, (moment - f.hour) / hourMs));
  return Math.round(sum);
}

const { running, stopped, idle } = liveState.values;
/** Live states in which the counter of a mold reports. In all other states the run time of the mold is unknown. */
const reporting: readonly string[] = [running, stopped, idle];

/**
 * Returns today's utilization up to now, %: run time of all molds ÷ available time of the molds whose counters report.
 */
function utilization(ctx: Ctx, today: DayFigures, molds: number): number | null {
  const available = ((ctx.now - today.from) * availableHours) / 24;
  return molds === 0 || available <= 0 ? null : percent(sumOf(today.figures, "runMs") / (available * molds));
}

function complianceByPlant(days: readonly DayFigures[], plants: readonly Named[]) {
  const shown = days.slice(0, complianceDays);
  const figures = shown.flatMap((d) => d.figures);
  const isKnown = shown.every((d) => d.isKnown);
  return plants.map(({ id, name }) => {
    const own = figures.filter((f) => f.plantId === id);
    return { plantId: id, plant: name, rate: complianceOf(own), shots: isKnown ? sumOf(own, "shots") : null };
  });
}

function placesOf(molds: readonly MoldCount[], plants: readonly Named[]): WorkplaceFigures["places"] {
  return plants.map(({ id, name }) => {
    const own = molds.filter((m) => m.plantId === id);
    return {
      plantId: id,
      plant: name,
      lng: own[0]?.lng ?? null,
      lat: own[0]?.lat ?? null,
      molds: sumOfMolds(own, "molds"),
      running: sumOfMolds(
        own.filter((m) => m.state === liveState.values.running),
        "molds",
      ),
    };
  });
}

export const workplaceImpl = handle(workplaceFigures, async (ctx) => {
  const { tenantId } = ctx.who;
  const [{ molds }, [warnings], days, late] = await Promise.all([
    countsOf(ctx),
    ctx.db.run(tenantId, [
      sql<{ kind: string; n: number }>`select t.kind, count(*) as n
        from ${countedWarnings(ctx)}
        where t.tenant_id = ${tenantId} and t.cleared_at is null and ${warningScope(ctx)}
        group by 1`,
    ]),
    latestDays(ctx, daysShown, daysWaitMs),
    lateCache.get(keyOfScope(ctx, dayText(ctx.who.zone, ctx.now)), 1, () => lateMilestones(ctx)),
  ]);
  const plants = plantsOf(molds);
  const inService = sumOfMolds(molds, "inService");
  const reportingMolds = sumOfMolds(
    molds.filter((m) => reporting.includes(m.state)),
    "inService",
  );
  const [today, yesterday] = days;
  return {
    inService,
    states: statesOf(molds),
    shotsToday: today?.isKnown ? sumOf(today.figures, "shots") : null,
    shotsYesterday:
      today && yesterday?.isKnown ? shotsUntil(yesterday, yesterday.from + (ctx.now - today.from)) : null,
    utilization: today?.isKnown ? utilization(ctx, today, reportingMolds) : null,
    lateMilestones: lateByMenu(ctx, late),
    warnings: Object.fromEntries(warnings.map((w) => [w.kind, w.n])),
    days: days.map((d) => ({ day: d.day, shots: d.isKnown ? sumOf(d.figures, "shots") : null })).reverse(),
    unknownDays: days.filter((d) => !d.isKnown).length,
    compliance: complianceByPlant(days, plants),
    places: placesOf(molds, plants),
  };
});
