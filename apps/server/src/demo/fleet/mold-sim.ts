import { channel } from "@shotkeeper/contract/counter";
import type { IncomingReading } from "../../telemetry/ledger/incoming.ts";
import { day, orgs } from "../base/catalog.ts";
import { chance } from "../base/random.ts";
import { batteryAt, type CounterSpec, rssiAt } from "./counters.ts";
import { Episodes } from "./episodes.ts";
import { MoldClock, type Moment, type Rhythm } from "./mold-clock.ts";
import type { MoldSpec } from "./molds.ts";
import { production } from "./production.ts";

export type Draft = Omit<IncomingReading, "counterId">;

/** A reading with the time at which it arrives at the server. */
export interface Report {
  readonly counter: CounterSpec;
  readonly at: number;
  readonly arrivesAt: number;
  readonly reading: Draft;
  /**
   * Identifies the network outage whose buffered readings arrive out of order: its start, epoch ms. All readings of
   * that outage have the same value. undefined: the reading arrives in order.
   */
  readonly disorder: number | undefined;
  /** Run time of the machine since the previous reading, ms. */
  readonly workedMs: number;
  /** An implausible reading that the counter sends after this reading. undefined: there is none. */
  readonly extra: Draft | undefined;
}

/** Simulates a counter on a mold. Generates its readings one after the other. */
export class MoldSim {
  private readonly clock: MoldClock;
  private readonly episodes: Episodes;
  private last: Moment | undefined;
  private pending: { readonly moment: Moment; readonly rhythm: Rhythm } | undefined;
  private fixedAt = 0;
  private atBind: number | undefined;
  private atReset: number | undefined;

  constructor(
    readonly mold: MoldSpec,
    readonly counter: CounterSpec,
    private readonly epoch: number,
  ) {
    this.episodes = new Episodes(mold, epoch);
    this.clock = new MoldClock(mold.index, production(mold, this.episodes));
  }

  /**
   * Returns the time of the next reading after `after`. The same arguments give the same result until `accept` is
   * called.
   */
  peek(after: number, rhythm: Rhythm): number {
    const { counter, clock } = this;
    this.atBind ??= clock.shotsAt(counter.boundAt);
    if (counter.resetAt !== null && this.atReset === undefined && after >= counter.resetAt)
      this.atReset = clock.shotsAt(counter.resetAt);
    const moment = clock.next(after, rhythm);
    if (moment.at <= after) throw new Error("a moment that does not move on");
    this.pending = { moment, rhythm };
    return moment.at;
  }

  /**
   * Returns the reading at the moment that `peek` last returned. Returns undefined if the counter sends nothing at that
   * moment.
   */
  accept(): Report | undefined {
    const { counter, episodes, pending } = this;
    if (!pending) return undefined;
    const { moment: m, rhythm } = pending;
    const before = this.last;
    this.last = m;
    if (episodes.dead({ from: m.at, to: m.at + 1 }).length > 0) return undefined;
    const dropout = episodes.dropout(m.at);
    const reading = this.reading(m, before, rhythm, dropout?.to);
    return {
      counter,
      at: m.at,
      arrivesAt: reading.receivedAt,
      reading,
      disorder: dropout?.isShuffled ? dropout.from : undefined,
      workedMs: m.run && before?.run === m.run ? m.at - before.at : 0,
      extra: this.extra(reading, before?.at ?? m.at),
    };
  }

  private count(m: Moment): number {
    const { counter } = this;
    if (this.atReset !== undefined) return m.shots - this.atReset;
    return counter.firstCount + m.shots - (this.atBind ?? 0);
  }

  private reading(
    m: Moment,
    before: Moment | undefined,
    rhythm: Rhythm,
    dropoutEnd: number | undefined,
  ): Draft {
    const { counter, episodes, epoch } = this;
    const { at } = m;
    const moment = { from: at, to: at + 1 };
    const isClockless =
      counter.clockless !== null && at >= counter.clockless.from && at < counter.clockless.to;
    const latency = 1200 + chance("latency", counter.number, at) * 4000;
    const battery = batteryAt(counter, at, epoch);
    const fix = this.fix(at, episodes.away(moment).length > 0);
    const isOff = episodes.off(moment).length > 0;
    // True in the live part of the demo: readings are frequent and contain the cycle time of each of their few shots.
    const isLively = rhythm.restMs < 3_600_000;
    const made = before?.run === m.run && before && m.run ? m.shot - before.shot : 1;
    return {
      sentAt: isClockless ? Date.UTC(2000, 0, 1) + (at - (counter.clockless?.from ?? at)) : at,
      receivedAt: Math.round((isClockless ? at : (dropoutEnd ?? at)) + latency),
      count: this.count(m),
      channel: chance("channel", counter.number) < 0.6 ? channel.values.mqtt : channel.values.http,
      battery,
      lowBattery: battery <= 15 ? 1 : 0,
      rssi: rssiAt(counter, at, epoch),
      lng: fix?.lng ?? null,
      lat: fix?.lat ?? null,
      removed: isOff ? 1 : 0,
      readerId: null,
      cycles: isLively && m.run && made > 0 && made <= 12 ? this.clock.cycles(m, made) : null,
    };
  }

  /** Returns the position of the mold once per day, if the counter has GPS. Otherwise returns undefined. */
  private fix(at: number, isAway: boolean): { lng: number; lat: number } | undefined {
    const { counter, mold } = this;
    const today = Math.floor((at + chance("gps", counter.number) * day) / day);
    if (!counter.gps || today === this.fixedAt) return undefined;
    this.fixedAt = today;
    const place = orgs.find((o) => o.id === (isAway ? mold.makerId : mold.plantId));
    if (!place) return undefined;
    const off = (axis: string) => (chance(axis, counter.number, today) - 0.5) * 0.0024;
    return { lng: Number((place.lng + off("x")).toFixed(6)), lat: Number((place.lat + off("y")).toFixed(6)) };
  }

  /**
   * Returns an implausible reading: a jump of the count, or a second count for the same moment. A counter has at most
   * one such reading, and only in the generated history.
   */
  private extra(r: Draft, since: number): Draft | undefined {
    const { counter, epoch } = this;
    if (counter.number % 19 !== 7 || r.sentAt === null) return undefined;
    const at = epoch - chance("odd", counter.number) * 60 * day;
    if (since >= at || r.sentAt < at) return undefined;
    return chance("oddKind", counter.number) < 0.5
      ? { ...r, sentAt: r.sentAt + 20_000, receivedAt: r.receivedAt + 20_000, count: r.count + 48_000 }
      : { ...r, receivedAt: r.receivedAt + 9_000, count: r.count + 3 };
  }
}
