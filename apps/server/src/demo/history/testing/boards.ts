import { describe, expect, it } from "vitest";
import type { Hour } from "../../../testing/recount.ts";
import type { KeyProjectBoard, MakerBoard, PlantBoard, ProjectBoard } from "../../../testing/wire-answers.ts";
import {
  actor,
  at,
  day,
  hour,
  made,
  midnight,
  now,
  num,
  percentDown,
  type Row,
  raw,
  round,
  some,
  stateOf,
  states,
  type Table,
  t,
  todayText,
  total,
} from "./facts.ts";
import { returnsOf } from "./visits.ts";

export const testBoards = () =>
  describe("the boards of the demo", () => {
    const run = <T>(type: string, input: object = {}) => actor.run(type, { ...input }, now) as Promise<T>;
    const today = (molds: Table) => molds.reduce((n, m) => n + made(m, midnight, now + hour, "shots"), 0);
    const compliance = (molds: Table) => {
      const week = (k: keyof Hour) =>
        molds.reduce((n, m) => n + made(m, midnight - 6 * day, now + hour, k), 0);
      return week("known") === 0 ? null : percentDown(week("within"), week("known"));
    };
    /** Returns the open warnings of molds, or of the counters that are bound to them. */
    const open = (molds: Table) => {
      const ids = new Set(molds.map((m) => num(m.mold_id)));
      const on = new Map(raw.bindings.flatMap((b) => (b.to === null ? [[b.counter, b.mold] as const] : [])));
      return t("warning").filter(
        (w) =>
          w.cleared_at === null &&
          w.withdrawn_at === null &&
          ids.has(w.mold_id === null ? (on.get(num(w.counter_id)) ?? -1) : num(w.mold_id)),
      );
    };
    const lifeOf = (molds: Table) => {
      const own = molds.filter((m) => num(m.life_ten_thousands) > 0);
      const life = own.reduce((n, m) => n + num(m.life_ten_thousands) * 10_000, 0);
      return life > 0
        ? percentDown(
            own.reduce((n, m) => n + total(m), 0),
            life,
          )
        : null;
    };
    const ages = (molds: Table) => {
      const out = [0, 0, 0, 0, 0];
      for (const m of molds) {
        const years = (Date.parse(todayText) - Date.parse(String(m.handover_date))) / day / 365.25;
        const bucket = Math.min(4, Math.max(0, Math.round(years * 2) - 2));
        out[bucket] = (out[bucket] ?? 0) + 1;
      }
      return out;
    };
    const neverUsed = (m: Row) =>
      (m.service_state === 0 || m.service_state === 2) &&
      String(m.handover_date) < todayText &&
      num(m.opening_count) + made(m, 0, now + hour, "shots") === 0;
    const kinds = ["opening", "t0", "trial", "quality", "handover", "acceptance"];
    const near = (molds: Table) => {
      const [first, last] = [-180, 90].map((d) =>
        new Date(Date.parse(todayText) + d * day).toISOString().slice(0, 10),
      );
      const list = molds
        .filter((m) => m.service_state !== 4)
        .flatMap((m) => {
          const plan = t("new_mold_milestone").filter((x) => x.mold_no === m.mold_no);
          if (plan.length > 0)
            return plan.map((x) => ({
              MOLD_NO: String(m.mold_no),
              KIND: kinds[num(x.milestone_kind)] ?? "",
              DAY: String(x.actual_date ?? x.planned_date),
              LATE: x.actual_date === null && String(x.planned_date) < todayText,
              isDone: x.actual_date !== null,
            }));
          return [
            { MOLD_NO: String(m.mold_no), KIND: "t0", DAY: String(m.planned_t0), LATE: false },
            {
              MOLD_NO: String(m.mold_no),
              KIND: "handover",
              DAY: String(m.handover_date),
              LATE: neverUsed(m),
            },
          ].map((x) => ({ ...x, isDone: !x.LATE && x.DAY < todayText }));
        })
        .filter((x) => x.DAY >= (first ?? "") && x.DAY <= (last ?? ""));
      const far = (d: string) => Math.abs(Date.parse(d) - Date.parse(todayText));
      return list.sort(
        (a, b) =>
          Number(b.LATE) - Number(a.LATE) ||
          Number(a.DAY < todayText) - Number(b.DAY < todayText) ||
          far(a.DAY) - far(b.DAY) ||
          (a.MOLD_NO < b.MOLD_NO ? -1 : a.MOLD_NO > b.MOLD_NO ? 1 : 0),
      );
    };
    /** Returns the earliest milestone that is not done. */
    const nextOf = (molds: Table) =>
      near(molds)
        .filter((x) => !x.isDone)
        .sort((a, b) => (a.DAY < b.DAY ? -1 : a.DAY > b.DAY ? 1 : 0))[0];
    const days = (list: readonly { readonly KIND: string; readonly DAY: string; readonly LATE: boolean }[]) =>
      list.map((x) => [x.DAY, x.LATE]);
    const orders = (molds: Table) => {
      const nos = new Set(molds.map((m) => m.mold_no));
      const running = t("production_order").filter(
        (o) => nos.has(o.mold_no) && [2, 4].includes(num(o.order_state)),
      );
      return [running.length, running.filter((o) => at(o.planned_end) < now).length] as const;
    };
    const plants = () => [...new Set(t("mold").map((m) => String(m.plant_id)))].sort();

    it("injection plants", async () => {
      for (const plant of plants()) {
        const molds = t("mold").filter((m) => m.plant_id === plant);
        const b = await run<PlantBoard>("rf_PlantBoard", { PLANT_ID: plant });
        expect(some(b.STATES)).toEqual(states(molds));
        expect(b.SHOTS_TODAY).toBe(today(molds));
        expect(b.HOURS.map((h) => h.SHOTS)).toEqual(
          Array.from({ length: 15 }, (_, i) =>
            molds.reduce((n, m) => n + made(m, midnight + i * hour, midnight + (i + 1) * hour, "shots"), 0),
          ),
        );
        expect(b.COMPLIANCE).toBe(compliance(molds));
        expect(b.WARNING_COUNT).toBe(open(molds).length);
        const nos = new Set(molds.map((m) => m.mold_no));
        const plannedUntil = (endOf: (o: Row) => number) =>
          t("production_order").reduce((n, o) => {
            const [from, to] = [at(o.started_at ?? o.planned_start), at(o.planned_end)];
            const within = Math.min(to, endOf(o)) - Math.max(from, midnight);
            const counts =
              nos.has(o.mold_no) && [2, 4].includes(num(o.order_state)) && within > 0 && to > from;
            return counts ? n + (num(o.planned_shots) * within) / (to - from) : n;
          }, 0);
        const lastReading = (o: Row) => {
          const moldId = num(molds.find((m) => m.mold_no === o.mold_no)?.mold_id);
          const counter = raw.bindings.find((x) => x.mold === moldId && x.to === null)?.counter ?? 0;
          return Math.min(now, raw.readings.get(counter)?.at(-1)?.at ?? now);
        };
        expect(Math.abs(b.PLAN_TODAY - plannedUntil(() => midnight + day))).toBeLessThan(1);
        expect(Math.abs(b.PLAN_UNTIL_NOW - plannedUntil(lastReading))).toBeLessThan(1);
        expect(b.MAINTENANCE_DUE).toBe(
          t("maintenance_task").filter((k) => nos.has(k.mold_no) && [1, 3].includes(num(k.state))).length,
        );
        for (const tile of b.MOLDS) {
          const machine = t("device_mold").find((x) => x.mold_no === tile.MOLD_NO && x.unmounted_at === null);
          expect(tile.DEVICE).toBe(machine?.device_id ?? null);
          const m = molds.find((x) => x.mold_no === tile.MOLD_NO)!;
          expect([tile.MOLD_NO, tile.Work_Stat, tile.SHOTS_TODAY]).toEqual([
            m.mold_no,
            stateOf(m),
            today([m]),
          ]);
        }
        expect(b.MOLDS).toHaveLength(molds.length);
      }
    });

    it("mold factories", async () => {
      for (const maker of new Set(t("mold").map((m) => String(m.maker_id)))) {
        const molds = t("mold").filter((m) => m.maker_id === maker);
        const b = await run<MakerBoard>("rf_MakerBoard", { MAKER_ID: maker });
        expect(b.MOLDS).toBe(molds.length);
        expect(some(b.STATES)).toEqual(states(molds));
        expect(b.AGES).toEqual(ages(molds.filter((m) => m.service_state !== 4)));
        const living = molds.filter((m) => m.service_state !== 4);
        const halfYearAgo = "2025-12-17";
        expect(b.STAGES).toEqual({
          building: living.filter((m) => String(m.planned_t0) > todayText).length,
          trial: living.filter(
            (m) => String(m.planned_t0) <= todayText && String(m.handover_date) > todayText,
          ).length,
          handedOver: living.filter(
            (m) =>
              String(m.planned_t0) <= todayText &&
              String(m.handover_date) <= todayText &&
              String(m.handover_date) > halfYearAgo,
          ).length,
        });
        expect(b.SHOTS_TODAY).toBe(today(molds));
        expect(b.COMPLIANCE).toBe(compliance(molds));
        const codes = new Set(molds.map((m) => m.mold_no));
        expect(b.CHANGES_90).toBe(
          t("new_mold_modification").filter(
            (x) => codes.has(x.mold_no) && at(x.requested_on) > at(todayText) - 90 * day,
          ).length,
        );
        const back = molds.flatMap((m) => returnsOf(m).map((s) => ({ no: String(m.mold_no), ...s })));
        expect(b.RETURNS_30).toBe(back.filter((s) => s.from >= now - 30 * day).length);
        expect(b.AT_MAKER.map((x) => x.MOLD_NO).sort()).toEqual(
          back
            .filter((s) => s.to === null)
            .map((s) => s.no)
            .sort(),
        );
        const nos = new Set(molds.map((m) => m.mold_no));
        expect(b.TRIALS.map((x) => x.MOLD_NO).sort()).toEqual(
          t("mold_trial")
            .filter((x) => nos.has(x.mold_no) && x.ended_at === null && x.closed_at === null)
            .map((x) => String(x.mold_no))
            .sort()
            .slice(0, 8),
        );
        expect(days(b.MILESTONES)).toEqual(days(near(molds).slice(0, 12)));
        expect(b.WARNING_COUNT).toBe(open(molds).length);
      }
    });

    it("projects", async () => {
      const all = t("mold").filter((m) => m.project_no !== null && m.service_state !== 4);
      const first = await run<ProjectBoard>("rf_ProjectBoard", { PAGE: 0 });
      const pages = [first];
      for (let p = 1; p < first.PAGES; p++)
        pages.push(await run<ProjectBoard>("rf_ProjectBoard", { PAGE: p }));
      expect(first.MOLDS).toBe(all.length);
      expect(some(first.STATES)).toEqual(states(all));
      expect(first.AGES).toEqual(ages(all));
      expect([first.ORDERS, first.LATE_ORDERS]).toEqual(orders(all));
      expect(first.LATE).toBe(all.filter(neverUsed).length);
      const shown = pages.flatMap((p) => p.PROJECTS);
      expect(shown.map((p) => p.PROJECT_NO).sort()).toEqual(
        [...new Set(all.map((m) => String(m.project_no)))].sort(),
      );
      for (const p of shown) {
        const molds = all.filter((m) => m.project_no === p.PROJECT_NO);
        const [open_, late] = orders(molds);
        expect(p).toMatchObject({
          MOLDS: molds.length,
          RUNNING: molds.filter((m) => stateOf(m) === "running").length,
          HANDED_OVER: molds.filter((m) => String(m.handover_date) <= todayText).length,
          LATE: molds.filter(neverUsed).length,
          WARNINGS: open(molds).length,
          ORDERS: open_,
          LATE_ORDERS: late,
          SHOTS_TODAY: today(molds),
          LIFE_USED: lifeOf(molds),
        });
        const next = nextOf(molds);
        expect(p.NEXT && [p.NEXT.DAY, p.NEXT.LATE]).toEqual(next ? [next.DAY, next.LATE] : null);
      }
    });

    it("key projects", async () => {
      const { PROJECTS } = await run<KeyProjectBoard>("rf_KeyProjectBoard");
      expect(PROJECTS.length).toBeGreaterThan(1);
      for (const { ID } of PROJECTS) {
        const molds = t("mold").filter((m) => m.project_no === ID && m.service_state !== 4);
        const b = await run<KeyProjectBoard>("rf_KeyProjectBoard", { PROJECT_NO: ID });
        expect(some(b.STATES)).toEqual(states(molds));
        expect(b.SHOTS_TODAY).toBe(today(molds));
        expect(b.LIFE_USED).toBe(lifeOf(molds));
        expect(days(b.MILESTONES)).toEqual(days(near(molds).slice(0, 12)));
        expect(b.PLACES.map((p) => [p.MOLDS, p.RUNNING]).sort()).toEqual(
          [...new Set(molds.map((m) => m.plant_id))]
            .map((plant) => {
              const own = molds.filter((m) => m.plant_id === plant);
              return [own.length, own.filter((m) => stateOf(m) === "running").length];
            })
            .sort(),
        );
        expect(b.MOLDS).toHaveLength(molds.length);
        for (const tile of b.MOLDS) {
          const m = molds.find((x) => x.mold_no === tile.MOLD_NO)!;
          const life = num(m.life_ten_thousands) * 10_000;
          const order = t("production_order").find((o) => o.mold_no === m.mold_no && o.order_state === 4);
          const forecast = t("mold_forecast").find((f) => f.mold_id === m.mold_id);
          expect(tile).toMatchObject({
            Work_Stat: stateOf(m),
            COUNT_TIMES: total(m),
            LIFE_USED: life > 0 ? percentDown(total(m), life) : null,
            WARNINGS: open([m]).length,
            ORDER_LATE: order !== undefined && at(order.planned_end) < now,
            ORDER_PROGRESS: order
              ? round(
                  100 *
                    Math.min(
                      1,
                      made(m, at(order.started_at), now + hour, "shots") / num(order.planned_shots),
                    ),
                  1,
                )
              : null,
          });
          expect(tile.LIFE_END && at(tile.LIFE_END)).toEqual(
            forecast?.life_end ? at(forecast.life_end) : null,
          );
        }
      }
    });
  });
