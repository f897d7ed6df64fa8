/**
 * In-memory model of the ledger for tests. It uses the pure functions of the ledger, with arrays and maps instead of
 * database tables.
 */
import { append, type CounterState, openState } from "../append.ts";
import { evaluateChain, findConvergence, type Outcome } from "../chain.ts";
import { type CounterFacts, derive } from "../derive.ts";
import { addToHours, type HourFigures, sameFigures } from "../hour-figures.ts";
import { type Binding, compareReadings, type Point, type RawReading, readingKey } from "../timeline.ts";
import { changedSpan, isInWindow, windowFor } from "../window.ts";

interface Row {
  readonly reading: RawReading;
  outcome: Outcome;
}

/**
 * Number of readings after the change that are loaded at first. The number is doubled while the change still affects
 * the last loaded reading.
 */
const FIRST_LOOK = 2;

export class MemoryLedger {
  rows: Row[] = [];
  readonly hours = new Map<string, HourFigures>();
  readonly perBinding = new Map<number, number>();
  unboundShots = 0;
  typedShots = 0;
  state: CounterState | null = null;
  /** Number of readings that were loaded so far to derive figures again. Tests check that the number stays small. */
  loaded = 0;
  /** Number of readings that the fast path (`append`) has accepted so far. Tests check that the number is not 0. */
  fast = 0;

  constructor(public facts: CounterFacts) {}

  insert(batch: readonly RawReading[]): void {
    const known = new Set(this.rows.map((row) => readingKey(row.reading)));
    const fresh = new Map<string, RawReading>();
    for (const reading of batch) if (!known.has(readingKey(reading))) fresh.set(readingKey(reading), reading);
    const ordered = [...fresh.values()].sort(compareReadings);
    for (const [i, reading] of ordered.entries()) {
      const isAlone = ordered[i + 1]?.at !== reading.at;
      const result = this.state === null || !isAlone ? "late" : append(this.state, reading);
      if (typeof result === "string") {
        if (result !== "duplicate") this.change(ordered.slice(i), this.facts.released);
        return;
      }
      this.fast++;
      this.state = result.state;
      this.rows.push({ reading, outcome: { accepted: true, reason: null, flag: null, shots: result.shots } });
      for (const part of result.hours) addToHours(this.hours, part);
      this.addShots(result.state.bindingId, result.shots);
    }
  }

  release(reading: RawReading): void {
    this.change([], new Set(this.facts.released).add(readingKey(reading)), reading.at);
  }

  rebind(bindings: readonly Binding[]): void {
    const span = changedSpan(this.facts.bindings, bindings);
    if (span === null) return;
    const old = this.facts;
    this.facts = { ...old, bindings };
    const previous = this.rows.findLast((r) => r.outcome.accepted && r.reading.at < span.firstAt);
    const next = this.rows.find((r) => r.outcome.accepted && r.reading.at > span.lastAt);
    this.rewrite(old, this.rows, previous?.reading ?? null, next?.reading ?? null);
    this.reopen();
  }

  /**
   * Adds new readings, or releases quarantined ones. Decides again which readings count, until the decisions equal the
   * stored ones (`findConvergence`). Then recomputes the figures.
   */
  private change(added: readonly RawReading[], released: ReadonlySet<string>, releasedAt?: number): void {
    const oldFacts = this.facts;
    const oldRows = this.rows.map((row) => ({ ...row }));
    this.facts = { ...oldFacts, released };
    const firstAt = added[0]?.at ?? releasedAt ?? 0;
    const lastAt = added.at(-1)?.at ?? releasedAt ?? 0;
    const isOld = new Set(oldRows);
    const merged = [...oldRows, ...added.map((reading) => ({ reading, outcome: NOT_YET }))].sort((a, b) =>
      compareReadings(a.reading, b.reading),
    );
    const previous =
      oldRows.findLast((row) => row.outcome.accepted && row.reading.at < firstAt)?.reading ?? null;
    const rest = merged.filter((row) => previous === null || row.reading.at > previous.at);
    for (let look = FIRST_LOOK; ; look *= 2) {
      let end = rest.findLastIndex((row) => row.reading.at <= lastAt) + look;
      while (end < rest.length && rest[end]?.reading.at === rest[end - 1]?.reading.at) end++;
      const part = rest.slice(0, end);
      this.loaded += part.length;
      const readings = part.map((row) => row.reading);
      const { outcomes } = evaluateChain(readings, this.facts.type, released, previous);
      const wasAccepted = part.map((row) => isOld.has(row) && row.outcome.accepted);
      const met = findConvergence(readings, wasAccepted, outcomes, previous, lastAt);
      if (met === null && end < rest.length) continue;
      this.rows = merged.map((row) => ({ ...row }));
      const offset = merged.length - rest.length;
      const changed = met === null ? outcomes.length : met.index + 1;
      for (const [i, outcome] of outcomes.slice(0, changed).entries()) {
        const row = this.rows[offset + i];
        if (row !== undefined) row.outcome = outcome;
      }
      // Rewrites the figures only if an accepted reading changed. If none changed, all new readings are quarantined,
      // and the figures stay the same.
      if (met === null || met.last !== previous) this.rewrite(oldFacts, oldRows, previous, met?.last ?? null);
      break;
    }
    this.reopen();
  }

  /**
   * Computes the figures of the affected hours twice: from the old readings and from the new readings. Adds the
   * differences to the stored figures.
   */
  private rewrite(
    oldFacts: CounterFacts,
    oldRows: readonly Row[],
    previous: Point | null,
    next: Point | null,
  ): void {
    const window = windowFor(previous, next);
    const isAccepted = (row: Row) => row.outcome.accepted;
    const before =
      this.rows.findLast((r) => isAccepted(r) && r.reading.at <= window.fromHour)?.reading ?? null;
    const last = this.rows.find((r) => isAccepted(r) && r.reading.at >= window.toHour)?.reading ?? null;
    const load = (rows: readonly Row[]) =>
      rows
        .map((row) => row.reading)
        .filter((r) => (before === null || r.at > before.at) && (last === null || r.at <= last.at));
    const isEnd = last === null;
    const was = derive(oldFacts, { before, readings: load(oldRows), isEnd });
    const now = derive(this.facts, { before, readings: load(this.rows), isEnd });
    this.loaded += now.outcomes.length;
    for (const [key, old] of was.hours) {
      const figures = now.hours.get(key);
      if (isInWindow(window, old.hour)) this.hours.delete(key);
      else if (figures === undefined || !sameFigures(old, figures))
        throw new Error(`${key} is not in the window`);
    }
    for (const [key, figures] of now.hours)
      if (isInWindow(window, figures.hour)) this.hours.set(key, figures);
    for (const [bindingId, shots] of was.perBinding) this.addShots(bindingId, -shots);
    for (const [bindingId, shots] of now.perBinding) this.addShots(bindingId, shots);
    this.addShots(0, now.unboundShots - was.unboundShots);
    this.typedShots += now.typedShots - was.typedShots;
  }

  private addShots(bindingId: number, shots: number): void {
    if (bindingId === 0) this.unboundShots += shots;
    else {
      const sum = (this.perBinding.get(bindingId) ?? 0) + shots;
      if (sum === 0) this.perBinding.delete(bindingId);
      else this.perBinding.set(bindingId, sum);
    }
  }

  /**
   * Rebuilds the state from which the fast path (`append`) adds the next reading, after readings or bindings have
   * changed.
   */
  private reopen(): void {
    const accepted = this.rows.filter((row) => row.outcome.accepted);
    const lastRaw = this.rows.at(-1)?.reading;
    const lastAccepted = accepted.at(-1);
    if (lastRaw === undefined || lastAccepted === undefined) return;
    this.state = openState(this.facts, {
      lastRaw,
      lastAccepted: lastAccepted.reading,
      lastShots: lastAccepted.outcome.shots,
      shotAt: accepted.findLast((row) => row.outcome.shots > 0)?.reading.at ?? 0,
    });
  }
}

const NOT_YET: Outcome = { accepted: false, reason: null, flag: null, shots: 0 };
