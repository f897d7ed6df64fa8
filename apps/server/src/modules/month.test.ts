import { beforeAll, describe, expect, it } from "vitest";
import { figuresOf, type MaintenanceRecalculation } from "../testing/month/maintenance-recalculation.ts";
import { Month } from "../testing/month/month.ts";
import type { OrderRecalculation } from "../testing/month/order-recalculation.ts";
import {
  begin,
  countWindow,
  day,
  hour,
  lastTick,
  moments,
  places,
  reportMs,
  transferAt,
} from "../testing/month/plan.ts";
import type { Figures, ShotRecalculation } from "../testing/month/shot-recalculation.ts";
import { metres, type RecalculatedWarning, warningsOf } from "../testing/month/warning-recalculation.ts";
import { type TestServer, type TestUser, where, withServer } from "../testing/server.ts";

const iso = (ms: number) => new Date(ms).toISOString();
const ms = (v: unknown) => (v === null || v === undefined ? null : Date.parse(String(v)));
const text = (v: number | null) => (v === null ? null : iso(v));
const dayOf = (at: number) => iso(at + 8 * hour).slice(0, 10);
/** Returns a matcher for the value `v` rounded to `digits` decimals. */
const near = (v: number, digits: number) => expect.closeTo(v, digits - 0.001);
const now = lastTick;

/**
 * Simulates a month of a plant. Compares all figures of the screens with figures that are recalculated independently
 * from the same readings and user actions. MONTH_SEEDS=2,3,4 runs other months.
 */
describe.each((process.env.MONTH_SEEDS ?? "1").split(",").map(Number))(
  "a month of a plant, seed %i",
  (seed) => {
    let s: TestServer;
    let month: Month;
    let counted: ShotRecalculation;
    let maintenance: MaintenanceRecalculation;
    let orders: OrderRecalculation;
    let who: TestUser;
    beforeAll(async () => {
      s = await withServer();
      month = await Month.run(s, seed);
      ({ counted, maintenance, orders } = month.recalculate());
      who = month.t.admin;
    }, 600_000);
    const molds = () => month.plan.molds;
    const sum = (no: string, pick: keyof Figures, from?: number, to?: number) =>
      counted.sum(no, now, pick, from, to);
    const warnings = () =>
      [...new Set(month.plan.bindings.map((b) => b.chip))].flatMap((c) => warningsOf(counted, c, now));

    it("contains enough events to be a meaningful test", () => {
      const did = new Set(month.users.taskActions.map((a) => a.type));
      expect([...did].sort()).toEqual([
        "accept",
        "breakdown",
        "defer",
        "finish",
        "plan",
        "sendBack",
        "start",
      ]);
      expect(maintenance.tasks.some((t) => t.overdueAt !== null)).toBe(true);
      expect(new Set(maintenance.tasks.map((t) => t.source))).toEqual(new Set([0, 1, 3]));
      expect(orders.orders.filter((o) => o.state === "done").length).toBeGreaterThan(3);
      const kinds = warnings().map((w) => w.kind);
      expect([...new Set(kinds)].sort()).toEqual([
        "battery",
        "cycleFast",
        "cycleSlow",
        "idle",
        "position",
        "removal",
        "silent",
        "unbound",
        "validity",
        "weakSignal",
      ]);
    });

    // spec: admin 1.3
    it("counts the shots of every mold", async () => {
      const rows = await who.list("BS101", "Q01");
      const found = Object.fromEntries(rows.map((r) => [r.MOLD_NO, r.COUNT_TIMES]));
      expect(found).toEqual(Object.fromEntries(molds().map((m) => [m.no, m.opening + sum(m.no, "shots")])));
      for (const m of molds()) {
        const answer = await who.run<{ TOTAL: number }>("rf_ExplainCount", { MOLD_NO: m.no });
        expect(answer.TOTAL).toBe(m.opening + sum(m.no, "shots"));
      }
    });

    it("shows the live state of every mold", async () => {
      const rows = await who.list("PO102", "Q01");
      const midnight = begin + Math.floor((now - begin) / day) * day;
      const states = new Map<string, number>();
      for (const m of molds()) {
        const row = rows.find((r) => r.MOLD_NO === m.no);
        const binding = month.plan.bindings.filter((b) => b.mold === m.no).at(-1);
        const judged = binding ? counted.counter(binding.chip, now).readings : [];
        const countedReadings = judged.filter((r) => r.isCounted);
        const last = countedReadings.at(-1);
        const lastShot = countedReadings.filter((r) => r.shots > 0).at(-1)?.at ?? binding?.from ?? 0;
        const isInRepair = maintenance.tasks.some(
          (t) => t.mold === m.no && t.kind === 2 && (t.state === 5 || t.state === 6),
        );
        let state = "stopped";
        if (isInRepair) state = "inRepair";
        else if (!binding) state = "unbound";
        else if ((judged.at(-1)?.at ?? 0) < binding.from)
          state = now - binding.from > 2 * day ? "silent" : "awaitingReport";
        else if (now - (judged.at(-1)?.at ?? 0) > 2 * day) state = "silent";
        else if (last && last.shots > 0 && now - last.at <= 2 * reportMs) state = "running";
        else if (now - lastShot >= 7 * day) state = "idle";
        states.set(state, (states.get(state) ?? 0) + 1);
        expect(row, m.no).toMatchObject({
          Work_Stat: state,
          SHOTS_TODAY: sum(m.no, "shots", midnight),
          SHOTS_YESTERDAY: sum(m.no, "shots", midnight - day, midnight),
          SHOTS_HOUR: sum(m.no, "shots", Math.floor(now / hour) * hour),
          COUNT_TIMES: m.opening + sum(m.no, "shots"),
          percentage: judged.at(-1)?.battery ?? null,
          rssi: judged.at(-1)?.rssi ?? null,
        });
        expect(ms(row?.sendTime)).toBe(judged.at(-1)?.at ?? null);
        // The warnings of a mold include those about the counter that is bound to it.
        const chip = binding && binding.until > now ? binding.chip : undefined;
        const concerns = (w: RecalculatedWarning) =>
          aboutMold(w) ? moldOf(w) === m.no : chip !== undefined && w.chip === chip;
        const open = warnings().filter((w) => concerns(w) && isOpen(w)).length;
        expect(row?.OPEN_WARNINGS, m.no).toBe(open);
      }
      const counts = await who.run<Record<string, number>>("rf_StateCounts");
      for (const [state, n] of Object.entries(counts)) expect(n, state).toBe(states.get(state) ?? 0);
    });

    it("computes the cycle of every hour", async () => {
      for (const m of molds()) {
        const rows = await who.list("PO103", "Q01", where("MOLD_NO", m.no));
        const hours = [...counted.hours(m.no, now)].filter(([, f]) => f.shots > 0 || f.runMs > 0);
        expect(rows.length, m.no).toBe(hours.length);
        const found = new Map(rows.map((r) => [ms(r.HOUR_TIME), r]));
        for (const [h, f] of hours) {
          const mean = f.cycleCount === 0 ? null : f.cycleMs / f.cycleCount;
          expect(found.get(h), `${m.no} ${iso(h)}`).toMatchObject({
            SHOTS: f.shots,
            RUN_SECONDS: near(f.runMs / 1000, 1),
            AVG_CYCLE: mean === null ? null : near(mean / 1000, 2),
            MIN_CYCLE: f.cycleCount === 0 ? null : near(f.min / 1000, 2),
            MAX_CYCLE: f.cycleCount === 0 ? null : near(f.max / 1000, 2),
            CYCLE_DEV: mean === null ? null : near((mean / m.cycle - 1) * 100, 1),
            CYCLE_RATE: f.cycleCount === 0 ? null : Math.floor((f.within * 1000) / f.cycleCount) / 10,
            ESTIMATED_SHOTS: f.estimated,
          });
        }
        const input = { MOLD_NO: m.no, FROM: iso(begin), TO: iso(now + hour), BUCKET: "month" };
        const [series] = await who.run<Record<string, unknown>[]>("rf_ShotSeries", input);
        if (hours.length === 0) expect(series).toBeUndefined();
        else
          expect(series, m.no).toMatchObject({
            SHOTS: sum(m.no, "shots"),
            WITHIN: sum(m.no, "within"),
            FAST: sum(m.no, "fast"),
            SLOW: sum(m.no, "slow"),
            ESTIMATED: sum(m.no, "estimated"),
          });
      }
    });

    it("sums up the output", async () => {
      const rows = await who.list("PO104", "Q01", { Limit: 1000 });
      const byDay = new Map<string, [number, number]>();
      for (const m of molds())
        for (const [h, f] of counted.hours(m.no, now)) {
          const key = `${m.no} ${dayOf(h)}`;
          const [shots, estimated] = byDay.get(key) ?? [0, 0];
          if (f.shots > 0) byDay.set(key, [shots + f.shots, estimated + f.estimated]);
        }
      expect(rows.length).toBe(byDay.size);
      for (const r of rows) {
        const m = counted.mold(String(r.MOLD_NO));
        const key = `${m.no} ${String(r.OUTPUT_DATE)}`;
        const [shots, estimated] = byDay.get(key) ?? [0, 0];
        expect(r, key).toMatchObject({
          SHOTS: shots,
          PRODUCT_QTY: shots * m.cavities,
          OUTPUT_KG: near((shots * m.cavities * m.weight) / 1000, 1),
          ESTIMATED_SHOTS: estimated,
          ESTIMATED_RATE: near((estimated * 100) / shots, 1),
        });
      }
      const groups: Record<string, (no: string) => string> = {
        mold: (no) => no,
        product: (no) => counted.mold(no).product,
        plant: (no) => (no === "M6" ? "P2" : counted.mold(no).plant),
        oem: (no) => counted.mold(no).oem,
        machine: () => "",
      };
      for (const [by, of] of Object.entries(groups)) {
        const input = { GROUP_BY: by, BUCKET: "week", FROM: iso(begin), TO: iso(now + hour) };
        const cells = await who.run<{ KEY: string; TIME: string; SHOTS: number; PARTS: number }[]>(
          "rf_OutputStatistics",
          input,
        );
        const expected = new Map<string, [number, number]>();
        for (const m of molds())
          for (const [h, f] of counted.hours(m.no, now)) {
            // The month begins on a Monday. A week therefore begins after each multiple of seven days.
            const key = `${of(m.no)} ${begin + Math.floor((h - begin) / (7 * day)) * 7 * day}`;
            const [shots, parts] = expected.get(key) ?? [0, 0];
            if (f.shots > 0) expected.set(key, [shots + f.shots, parts + f.shots * m.cavities]);
          }
        expect(new Map(cells.map((c) => [`${c.KEY} ${ms(c.TIME)}`, [c.SHOTS, c.PARTS]])), by).toEqual(
          expected,
        );
      }
    });

    // spec: admin 1.4
    it("finishes orders by count and computes the progress of others", async () => {
      const rows = await who.list("PO101", "Q01");
      // Splitting an order creates another order: a draft with the split shots. So there is one more order for each
      // split.
      expect(rows.length).toBe(
        orders.orders.length + month.users.orderActions.filter((a) => a.type === "split").length,
      );
      for (const o of orders.orders) {
        const r = rows.find((x) => x.ORDER_ID === o.id);
        const made = orders.made(o, now, "shots");
        expect(r, o.id).toMatchObject({
          STATUS: { running: 4, done: 5, closed: 3 }[o.state],
          ORDER_TIMES: o.planned,
          MADE_TIMES: made,
          MADE_QTY: made * counted.mold(o.mold).cavities,
          ESTIMATED_SHOTS: orders.made(o, now, "estimated"),
          PROGRESS: near((made * 100) / o.planned, 1),
        });
        expect([ms(r?.START_TIME), ms(r?.END_TIME)], o.id).toEqual([o.from, o.until]);
      }
    });

    // spec: admin 1.5
    it("raises, defers and finishes maintenance by run hours", async () => {
      const rows = [...(await who.list("MT101", "Q01")), ...(await who.list("MT102", "Q01"))];
      const line = (mold: unknown, kind: unknown, source: unknown, raised: number | null) =>
        `${mold} ${kind} ${source} ${text(raised)}`;
      const found = new Map(rows.map((r) => [line(r.MOLD_NO, r.MT_TYPE, r.MT_SOURCE, ms(r.RAISED_TIME)), r]));
      expect([...found.keys()].sort()).toEqual(
        maintenance.tasks.map((t) => line(t.mold, t.kind, t.source, t.raisedAt)).sort(),
      );
      for (const t of maintenance.tasks) {
        const key = line(t.mold, t.kind, t.source, t.raisedAt);
        const r = found.get(key);
        const times = [r?.DEFER_TIME, r?.OVERDUE_TIME, r?.START_TIME, r?.DONE_TIME].map(ms);
        expect(times, key).toEqual([t.until, t.overdueAt, t.startedAt, t.doneAt]);
        const hours = t.doneAt === null ? maintenance.ran(t.mold, t.kind, now).hours : t.runHours;
        expect(r, key).toMatchObject({
          MT_STAT: t.state,
          DEFER_COUNT: t.defers,
          IS_DELAY: t.isDelay ? "Y" : "N",
          PLAN_DATE: t.plan,
          RUN_HOURS: t.runHours === null ? null : near(t.runHours, 1),
          RUN_HOURS_NOW: near(hours ?? 0, 1),
        });
      }
    });

    it("computes on-time rate, MTBF and MTTR", async () => {
      for (const MT_TYPE of [1, 2] as const)
        for (const DAYS of [7, 40]) {
          const from = Math.floor((now - DAYS * day) / hour) * hour;
          const ran = molds().reduce((n, m) => n + sum(m.no, "runMs", from, now), 0) / hour;
          const expected = Object.entries(figuresOf(maintenance, ran, MT_TYPE, now, DAYS)).map(
            ([k, v]) => [k, v === null ? null : near(v, 1)] as const,
          );
          const found = await who.run("rf_MaintenanceFigures", { DAYS, MT_TYPE });
          expect(found, `kind ${MT_TYPE}, ${DAYS} days`).toMatchObject(Object.fromEntries(expected));
        }
    });

    const moldOf = (w: RecalculatedWarning) =>
      month.plan.bindings.find((b) => b.chip === w.chip && (w.kind === "unbound" || b.until > w.openedAt))
        ?.mold;
    const aboutMold = (w: RecalculatedWarning) =>
      ["cycleFast", "cycleSlow", "position", "idle"].includes(w.kind);
    /**
     * Returns whether a warning is still open at the end of the month. Only a user closes removal warnings, after their
     * cause is gone. A user did this once in the month, at the time `removalConfirmed`.
     */
    const isOpen = (w: RecalculatedWarning) =>
      w.kind === "removal"
        ? w.closedAt === null || w.openedAt > moments.removalConfirmed
        : w.closedAt === null;

    // spec: admin 1.7
    it("opens and closes warnings by the readings", async () => {
      const rows = await who.list("WA100", "Q01");
      const expected = warnings();
      // Compares only the open state of removal warnings, because a user closes them. Compares the closing times of
      // all other warnings.
      const found = rows.map((r) => [
        `${r.WARN_KIND} ${r.WRITER_ID} ${text(ms(r.OPEN_TIME))}`,
        `level ${r.WARN_LEVEL}, again ${r.TIMES}`,
        r.WARN_KIND === "removal" ? r.IS_OPEN : text(ms(r.CLEAR_TIME)),
        r.CAUSE_GONE,
      ]);
      const wanted = expected.map((w) => [
        `${w.kind} ${w.chip} ${iso(w.openedAt)}`,
        `level ${w.level}, again ${w.times}`,
        w.kind === "removal" ? (isOpen(w) ? "Y" : "N") : text(w.closedAt),
        w.closedAt === null ? "N" : "Y",
      ]);
      expect(found.map((w) => w.join()).sort()).toEqual(wanted.map((w) => w.join()).sort());
      const counts = await who.run<{ KINDS: Record<string, number>; UNACKNOWLEDGED: number }>(
        "rf_WarningCounts",
      );
      const open = expected.filter(isOpen);
      const kinds: Record<string, number> = {};
      for (const w of open) kinds[w.kind] = (kinds[w.kind] ?? 0) + 1;
      expect(counts).toEqual({ KINDS: kinds, UNACKNOWLEDGED: open.length });
    });

    it("has the same figures after a recompute", async () => {
      const all = async () => [await who.list("WA100", "Q01"), await who.list("BS101", "Q01")];
      const before = await all();
      const { CHANGED } = await who.run<{ CHANGED: number }>("rf_Recompute");
      expect(CHANGED).toBe(0);
      expect(await all()).toEqual(before);
    });

    it("has a mold that left its plant twice", () => {
      const strayed = warningsOf(counted, "C6", now).filter((w) => w.kind === "position");
      expect(strayed.map((w) => [w.openedAt < transferAt, w.closedAt !== null])).toEqual([
        [true, true],
        [false, true],
      ]);
    });

    // spec: admin 1.8
    it("counts molds automatically, by hand and by scan", async () => {
      const [head] = await who.list("IV103", "Q01");
      const lines = await who.list("IV103", "Q02");
      const from = moments.countBegan - countWindow;
      // The recalculation uses only readings that had arrived before the end of the stock-take.
      const past = month.recalculate(moments.countEnded).counted;
      const results = new Map<string, string>([
        ["X-1", "surplus"],
        ["M9", "here"],
        ["M7", "elsewhere"],
        ["M4", "here"],
      ]);
      for (const m of molds()) {
        const binding = month.plan.bindings.filter((b) => b.mold === m.no).at(-1);
        const line = lines.find((l) => l.MOLD_NO === m.no);
        const heard = binding
          ? past
              .counter(binding.chip, moments.countEnded)
              .readings.filter((r) => r.isCounted && r.at >= from && r.at <= moments.countEnded)
          : [];
        const fix = heard.filter((r) => r.fix !== null).at(-1)?.fix ?? null;
        const home = places[m.no === "M6" ? "P2" : m.plant];
        const isThere = fix !== null && metres(fix, home) <= 2000;
        expect(line?.REPORT_COUNT, m.no).toBe(heard.length);
        if (fix && line?.DISTANCE !== null)
          expect(Math.abs(Number(line?.DISTANCE) - metres(fix, home))).toBeLessThan(15);
        if (!results.has(m.no)) results.set(m.no, heard.length > 0 && isThere ? "auto" : "missing");
      }
      expect(Object.fromEntries(lines.map((l) => [l.MOLD_NO, l.IV_RESULT]))).toEqual(
        Object.fromEntries(results),
      );
      const count = (r: string) => [...results.values()].filter((x) => x === r).length;
      expect(head).toMatchObject({
        EXPECTED_QTY: molds().length,
        AUTO_QTY: count("auto"),
        HERE_QTY: 2,
        ELSEWHERE_QTY: 1,
        MISSING_QTY: count("missing"),
        SURPLUS_QTY: 1,
        OPEN_QTY: 0,
        SURPLUS_WAITING: 0,
        DURATION_HOURS: (moments.countEnded - moments.countBegan) / hour,
        FOUND_SHARE: near(((count("auto") + 3) * 100) / molds().length, 1),
      });
      expect(["M9", "C9", "nothing"].map((c) => month.users.scanned(c))).toEqual([
        "double",
        "here",
        "unknown",
      ]);
      expect(await who.list("IV102", "Q01")).toEqual([]);
    });

    // spec: admin 1.9
    it("assigns shots to the trial", async () => {
      const answer = await who.run("rf_TrialShots", { TRIAL_ID: "T1" });
      const { trialBegan: from, trialEnded: to } = moments;
      let shots = 0;
      let estimated = 0;
      for (const p of counted.counter("C8", now).intervals) {
        const madeBy = (at: number) =>
          Math.floor((p.shots * Math.min(p.to - p.from, Math.max(0, at - p.from))) / (p.to - p.from));
        const part = madeBy(to) - madeBy(from);
        shots += part;
        if (p.from < from || p.to > to) estimated += part;
      }
      const readings = counted.counter("C8", now).readings.filter((r) => r.at >= from && r.at <= to);
      expect(answer).toMatchObject({
        SHOTS: shots,
        ESTIMATED: estimated,
        COUNTERS: [{ WRITER_ID: "C8", READINGS: readings.length }],
      });
      expect(shots).toBeGreaterThan(0);
      expect((await who.list("TR101", "Q01"))[0]).toMatchObject({ AUDIT_STAT: 3, TRIAL_STAT: 1 });
    });

    // spec: admin 1.6
    it("stores inspection issues", async () => {
      const open = (now - moments.issueFound) / day;
      const rows = await who.list("IN101", "Q01");
      expect(
        Object.fromEntries(rows.map((r) => [r.APPOINT_ID, [r.APPOINT_STAT, r.DAYS_OPEN, r.IS_OVERDUE]])),
      ).toEqual({
        I1: [3, (moments.issueClosed - moments.issueFound) / day, "N"],
        I2: [1, near(open, 1), "N"],
        I3: [0, near(open, 1), "Y"],
      });
      expect(await who.run("rf_AppointFigures")).toMatchObject({
        OPEN: 2,
        OVERDUE: 1,
        AWAITING: 1,
        CLOSED: 1,
        MEAN_DAYS: (moments.issueClosed - moments.issueFound) / day,
      });
    });
  },
);
