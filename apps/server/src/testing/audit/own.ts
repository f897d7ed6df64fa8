import type { Hour } from "../recount.ts";
import type { Days } from "./days.ts";
import type { Raw } from "./raw.ts";
import { firstAt, lengthOf, type Span } from "./spans.ts";

type Row = Raw["molds"][number];

const hourMs = 3_600_000;
const dayMs = 86_400_000;
const silenceMs = 48 * hourMs;
const floorHour = (ms: number) => Math.floor(ms / hourMs) * hourMs;
const ceilHour = (ms: number) => Math.ceil(ms / hourMs) * hourMs;
const orNull = (v: unknown) => (v === null || v === undefined ? null : Number(v));

/** Recomputes the server's figures from raw rows, as the documentation defines them. All times: epoch ms. */
export class Own {
  private readonly byNo: ReadonlyMap<string, Row>;

  constructor(
    private readonly raw: Raw,
    private readonly days: Days,
    readonly now: number,
  ) {
    this.byNo = new Map(raw.molds.map((m) => [String(m.mold_no), m]));
  }

  private hoursOf(moldId: unknown): ReadonlyMap<number, Hour> {
    return this.raw.hours.get(Number(moldId)) ?? new Map();
  }

  /** Sums up a field of a mold over the hours that begin in the span. */
  private sum(moldId: unknown, { from, to }: Span, value: (h: Hour) => number): number {
    let n = 0;
    for (const [hour, h] of this.hoursOf(moldId)) if (hour >= from && hour < to) n += value(h);
    return n;
  }

  /** Sums up a field of all molds over the hours that begin in the span. */
  private all(span: Span, value: (h: Hour) => number): number {
    return this.raw.molds.reduce((n, m) => n + this.sum(m.mold_id, span, value), 0);
  }

  shotsOf(span: Span): number {
    return this.all(span, (h) => h.shots);
  }

  /** Returns the total of a mold: opening + shots of all hours + corrections. */
  total(mold: Row): number {
    const corrected = this.raw.corrections.filter((c) => c.mold_id === mold.mold_id);
    const made = this.sum(mold.mold_id, { from: -Infinity, to: Infinity }, (h) => h.shots);
    return Number(mold.opening_count) + made + corrected.reduce((n, c) => n + Number(c.qty), 0);
  }

  /**
   * Returns the periods of a mold's trials and, unless `isTrialOnly`, of its major maintenance. Each period is extended
   * to whole hours.
   */
  private outs(mold: Row, isTrialOnly: boolean): Span[] {
    const no = mold.mold_no;
    const open = isTrialOnly ? Infinity : this.now;
    const trials = this.raw.trials
      .filter((t) => t.mold_no === no && t.started_at !== null)
      .map((t) => ({ from: Number(t.started_at), to: orNull(t.ended_at) ?? open }));
    const tasks = this.raw.tasks
      .filter((t) => t.mold_no === no && t.kind === 2 && t.started_at !== null)
      .map((t) => ({
        from: Number(t.started_at),
        to: orNull(t.accepted_at) ?? orNull(t.done_at) ?? orNull(t.removed_at) ?? this.now,
      }));
    return (isTrialOnly ? trials : [...trials, ...tasks])
      .filter((s) => s.to > s.from)
      .map((s) => ({ from: floorHour(s.from), to: ceilHour(s.to) }));
  }

  cycles(span: Span): { known: number; within: number } {
    let [known, within] = [0, 0];
    for (const m of this.raw.molds) {
      const out = this.outs(m, true);
      for (const [hour, h] of this.hoursOf(m.mold_id)) {
        if (hour < span.from || hour >= span.to || out.some((s) => hour >= s.from && hour < s.to)) continue;
        known += h.known;
        within += h.within;
      }
    }
    return { known, within };
  }

  /**
   * Returns the run time and the available time of the molds in the span, s. A day of a mold is included only if its
   * counter reported on that day. A mold is available while it is bound to a counter and neither in major maintenance
   * nor in a trial.
   */
  utilization(span: Span, moldNo?: string): { runSeconds: number; availableSeconds: number } {
    const hoursADay = Number(this.raw.parameters.get("AVAILABLE_HOURS") ?? 22);
    let [run, available] = [0, 0];
    for (const m of this.raw.molds) {
      if (moldNo !== undefined && m.mold_no !== moldNo) continue;
      const out = this.outs(m, false);
      const bindings = this.raw.bindings.filter((b) => b.mold_id === m.mold_id);
      const bound = bindings.map((b) => ({
        from: Number(b.bound_at),
        to: orNull(b.unbound_at) ?? this.now,
      }));
      for (const { from, to } of this.daysIn(span)) {
        if (!bindings.some((b) => this.hasReading(b, from, to))) continue;
        for (const [hour, h] of this.hoursOf(m.mold_id))
          if (hour >= from && hour < to && !out.some((s) => hour >= s.from && hour < s.to)) run += h.runMs;
        available += lengthOf(bound, out, { from, to: Math.min(to, this.now) });
      }
    }
    return { runSeconds: run / 1000, availableSeconds: ((available / 1000) * hoursADay) / 24 };
  }

  /**
   * Returns the number of mold-days with a reading (`reportedDays`), and how many of them had no known shot
   * (`idleDays`). An interval of more than 48 hours does not show on which days the mold worked, so its shots do not
   * make a day a working day. Days that lie wholly in major maintenance, and days that have not ended, are left out.
   */
  idle(span: Span): { idleDays: number; reportedDays: number } {
    let [idleDays, reportedDays] = [0, 0];
    for (const m of this.raw.molds) {
      const bindings = this.raw.bindings.filter((b) => b.mold_id === m.mold_id);
      for (const { from, to } of this.daysIn(span)) {
        if (to > this.now || this.isInRepair(m, from, to)) continue;
        const onDay = bindings.filter(
          (b) => Number(b.bound_at) < to && (orNull(b.unbound_at) ?? Infinity) > from,
        );
        if (!onDay.some((b) => this.hasReading(b, from, to))) continue;
        reportedDays++;
        if (!this.worked(m, onDay, from, to)) idleDays++;
      }
    }
    return { idleDays, reportedDays };
  }

  /** Returns the days that begin within the span. The start of the span must be the start of a day. */
  private daysIn(span: Span): Span[] {
    const out: Span[] = [];
    for (let day = this.days.dayOf(span.from); this.days.begin(day) < span.to; day = this.days.plus(day, 1))
      out.push({ from: this.days.begin(day), to: this.days.begin(this.days.plus(day, 1)) });
    return out;
  }

  private isInRepair(m: Row, from: number, to: number): boolean {
    return this.raw.tasks.some((t) => {
      if (t.mold_no !== m.mold_no || t.kind !== 2 || t.started_at === null) return false;
      const end = orNull(t.accepted_at) ?? orNull(t.done_at) ?? orNull(t.removed_at) ?? Infinity;
      return Number(t.started_at) <= from && end >= to;
    });
  }

  private hasReading(b: Row, from: number, to: number): boolean {
    const begin = Math.max(from, Number(b.bound_at));
    const end = Math.min(to, orNull(b.unbound_at) ?? Infinity);
    const list = this.raw.readings.get(Number(b.counter_id)) ?? [];
    const i = firstAt(list, begin);
    return (list[i]?.at ?? Infinity) < end;
  }

  private worked(m: Row, bindings: readonly Row[], from: number, to: number): boolean {
    const hours = this.hoursOf(m.mold_id);
    let isGuessed = false;
    for (let hour = floorHour(from); hour < to; hour += hourMs) {
      const h = hours.get(hour);
      if (!h || hour < from) continue;
      if (h.shots > h.estimated) return true;
      if (h.estimated > 0) isGuessed = true;
    }
    return isGuessed && bindings.some((b) => this.hasShortInterval(b, from, to));
  }

  /** Returns whether an interval of at most 48 hours with shots touches the day. */
  private hasShortInterval(b: Row, from: number, to: number): boolean {
    const list = this.raw.readings.get(Number(b.counter_id)) ?? [];
    const begin = Math.max(from, Number(b.bound_at));
    const end = Math.min(to + silenceMs, orNull(b.unbound_at) ?? Infinity);
    for (let i = firstAt(list, begin); i < list.length; i++) {
      const [p, r] = [list[i - 1], list[i]];
      if (!r || r.at >= end) return false;
      if (p && p.at < r.at && p.at < to && r.at - p.at <= silenceMs && r.count !== p.count) return true;
    }
    return false;
  }

  /**
   * Returns the shots of an order. The order starts within an hour, and gets only a part of the shots of this hour: the
   * shots that were counted after the start (all but `start_shots`), but not more than the share of the remaining time.
   */
  made(order: Row): number {
    if (order.started_at === null) return 0;
    const start = Number(order.started_at);
    const end = orNull(order.ended_at) ?? Infinity;
    const mold = this.byNo.get(String(order.mold_no));
    let n = 0;
    for (const [hour, h] of this.hoursOf(mold?.mold_id)) {
      if (hour >= end) continue;
      if (hour >= start) n += h.shots;
      else if (order.start_shots !== null && hour === floorHour(start)) {
        const share = Math.floor((h.shots * (hour + hourMs - start)) / hourMs);
        n += Math.max(0, Math.min(h.shots - Number(order.start_shots), share));
      }
    }
    return n;
  }

  /** Returns planned and made shots of the orders due in the span. Shots beyond the plan of an order do not count. */
  setCount(span: Span): { planned: number; counted: number; orders: number } {
    const due = this.raw.orders.filter((o) => {
      const end = Number(o.planned_end);
      return Number(o.order_state) >= 2 && end >= span.from && end < Math.min(span.to, this.now);
    });
    const planned = due.reduce((n, o) => n + Number(o.planned_shots), 0);
    const counted = due.reduce((n, o) => n + Math.min(Number(o.planned_shots), this.made(o)), 0);
    return { planned, counted, orders: due.length };
  }

  runningOrders(): readonly Row[] {
    return this.raw.orders.filter((o) => o.order_state === 4);
  }

  /** Returns the open tasks of daily maintenance. */
  dailyTasks(): readonly Row[] {
    return this.raw.tasks.filter((t) => t.kind === 1 && Number(t.state) <= 3);
  }

  /**
   * Returns the run hours of a mold since its last daily maintenance was done or removed. The hour that contains this
   * moment counts only with the share after the moment.
   */
  runHours(moldNo: unknown): number {
    const ends = this.raw.tasks
      .filter((t) => t.mold_no === moldNo && t.kind === 1 && t.task_source !== 3)
      .flatMap((t) =>
        t.state === 4 ? [t.done_at] : t.state === 7 && Number(t.task_source) < 2 ? [t.removed_at] : [],
      )
      .map(Number);
    const since = ends.length === 0 ? -Infinity : Math.max(...ends);
    let ms = 0;
    for (const [hour, h] of this.hoursOf(this.byNo.get(String(moldNo))?.mold_id)) {
      if (hour >= since) ms += h.runMs;
      else if (hour > since - hourMs) ms += (h.runMs * (hour + hourMs - since)) / hourMs;
    }
    return ms / hourMs;
  }

  /** Returns the run hours, breakdowns and repairs of the last `days` days, from which MTBF and MTTR are computed. */
  breakdowns(days: number): { runHours: number; breakdowns: number; repairs: number; repairHours: number } {
    const from = this.now - days * dayMs;
    const isIn = (v: unknown) => v !== null && Number(v) > from && Number(v) <= this.now;
    const broken = this.raw.tasks.filter((t) => t.task_source === 3 && t.state !== 7);
    const repaired = broken.filter((t) => t.state === 4 && isIn(t.done_at));
    return {
      runHours: this.all({ from: floorHour(from), to: this.now }, (h) => h.runMs) / hourMs,
      breakdowns: broken.filter((t) => isIn(t.raised_at)).length,
      repairs: repaired.length,
      repairHours: repaired.reduce(
        (n, t) => n + (Number(t.done_at) - (orNull(t.started_at) ?? Number(t.raised_at))) / hourMs,
        0,
      ),
    };
  }

  /** Returns the shots planned for the span by audited and running orders, and the shots that their molds made. */
  plan({ from, to }: Span): { planned: number; made: number } {
    let planned = 0;
    const molds = new Set<number>();
    for (const o of this.raw.orders) {
      const [begin, end] = [orNull(o.started_at) ?? orNull(o.planned_start), Number(o.planned_end)];
      if (![2, 4].includes(Number(o.order_state)) || begin === null) continue;
      if (begin >= to || end <= Math.max(begin, from)) continue;
      planned += (Number(o.planned_shots) * (Math.min(end, to) - Math.max(begin, from))) / (end - begin);
      molds.add(Number(this.byNo.get(String(o.mold_no))?.mold_id));
    }
    const made = [...molds].reduce((n, m) => n + this.sum(m, { from, to }, (h) => h.shots), 0);
    return { planned: Math.round(planned), made };
  }

  /**
   * Returns the instant at which a mold's life ends at the mean daily use of the last 56 days. Returns null in four
   * cases: the mold has no design life, the mold is scrapped, there is too little data, or the end is more than five
   * years away.
   */
  lifeEnd(mold: Row): number | null {
    const life = Number(mold.life ?? 0) * 10_000;
    const bound = this.raw.bindings.filter((b) => b.mold_id === mold.mold_id).map((b) => Number(b.bound_at));
    if (life <= 0 || mold.service_state === 4) return null;
    const left = life - this.total(mold);
    if (left <= 0) return this.now;
    if (bound.length === 0) return null;
    const days = Math.min(56, Math.floor((this.now - Math.min(...bound)) / dayMs));
    const used = this.sum(
      mold.mold_id,
      { from: this.now - days * dayMs + 1, to: this.now + 1 },
      (h) => h.shots,
    );
    if (days < 14 || used <= 0) return null;
    const rest = (left * days) / used;
    return rest > 5 * 365 ? null : this.now + rest * dayMs;
  }
}
