import { type WorkplaceFigures, workplaceFigures } from "@shotkeeper/contract/board";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { warningFrom, warningScope } from "../warning/index.ts";
import { countsOf, dueSql, type MoldCount, plantsOf, statesOf, sumOfMolds } from "./counts.ts";
import { complianceOf, type DayFigures, latestDays, percent, sumOf } from "./days.ts";

const hourMs = 3_600_000;
const daysShown = 30;
const complianceDays = 7;
/** Hours a day that a mold is available (telemetry.md, mold utilization rate). */
const availableHours = 22;

/** Shots of a day up to a moment; the hour of the moment counts by its share. */
function shotsUntil(day: DayFigures, moment: number): number {
  let sum = 0;
  for (const s of day.slices) sum += s.shots * Math.min(1, Math.max(0, (moment - s.hour) / hourMs));
  return Math.round(sum);
}

/** Run time of today ÷ what was available of it so far, in percent. */
function utilization(ctx: Ctx, today: DayFigures, molds: number): number | null {
  const available = ((ctx.now - today.from) * availableHours) / 24;
  return molds === 0 || available <= 0 ? null : percent(sumOf(today.slices, "runMs") / (available * molds));
}

function complianceByPlant(days: readonly DayFigures[], plants: ReturnType<typeof plantsOf>) {
  const slices = days.slice(0, complianceDays).flatMap((d) => d.slices);
  return plants.map(({ ID, NAME }) => {
    const own = slices.filter((s) => s.plantId === ID);
    return { PLANT: NAME, RATE: complianceOf(own), SHOTS: sumOf(own, "shots") };
  });
}

function places(
  molds: readonly MoldCount[],
  plants: ReturnType<typeof plantsOf>,
): WorkplaceFigures["PLACES"] {
  return plants.map(({ ID, NAME }) => {
    const own = molds.filter((m) => m.plantId === ID);
    return {
      PLANT: NAME,
      LNG: own[0]?.lng ?? null,
      LAT: own[0]?.lat ?? null,
      MOLDS: sumOfMolds(own, "molds"),
      RUNNING: sumOfMolds(
        own.filter((m) => m.state === "running"),
        "molds",
      ),
    };
  });
}

export const workplaceImpl = handle(workplaceFigures, async (ctx) => {
  const { tenantId } = ctx.who;
  const [{ molds }, [warnings, due], days] = await Promise.all([
    countsOf(ctx),
    ctx.db.run(tenantId, [
      sql`select t.kind, count(*) as n from ${warningFrom(ctx)} where t.tenant_id = ${tenantId} and t.cleared_at is null and ${warningScope(ctx)} group by 1`,
      dueSql(ctx, sql`true`),
    ]),
    latestDays(ctx, daysShown),
  ]);
  const plants = plantsOf(molds);
  const serving = sumOfMolds(molds, "serving");
  const [today, yesterday] = days;
  return {
    IN_SERVICE: serving,
    STATES: statesOf(molds),
    SHOTS_TODAY: today ? sumOf(today.slices, "shots") : 0,
    SHOTS_YESTERDAY: today && yesterday ? shotsUntil(yesterday, yesterday.from + (ctx.now - today.from)) : 0,
    UTILIZATION: today ? utilization(ctx, today, serving) : null,
    WARNINGS: Object.fromEntries((warnings ?? []).map((w) => [String(w.kind), Number(w.n)])),
    MAINTENANCE_DUE: Number(due?.[0]?.n ?? 0),
    DAYS: days.map((d) => ({ DAY: d.day, SHOTS: sumOf(d.slices, "shots") })).reverse(),
    COMPLIANCE: complianceByPlant(days, plants),
    PLACES: places(molds, plants),
  };
});
