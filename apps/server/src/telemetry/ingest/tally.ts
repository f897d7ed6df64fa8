import { Counter, Histogram, Registry } from "prom-client";
import type { IngestOutcome } from "../ledger/incoming.ts";

/** Channels by which readings arrive. The metrics use these names as labels. */
export type ChannelName = "http" | "mqtt" | "import";
export type Fate = "accepted" | "duplicate" | "quarantined" | "refused";

/** Returns the label of an outcome in the metrics: all reasons of the quarantine have one label. */
export const fateOf = (o: IngestOutcome): Fate => (o === "accepted" || o === "duplicate" ? o : "quarantined");

/** Upper bounds of the bins in the histograms of durations, s. */
export const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10];

/** Metrics of the ingest since the start of the process. GET /metrics shows them. */
export class Tally {
  readonly registry = new Registry();
  /**
   * Numbers of readings by channel and outcome. They change with every reading, so they are plain numbers for speed.
   * A Prometheus counter copies them when /metrics is read.
   */
  readonly readings: Readonly<Record<ChannelName, Record<Fate, number>>> = {
    http: { accepted: 0, duplicate: 0, quarantined: 0, refused: 0 },
    mqtt: { accepted: 0, duplicate: 0, quarantined: 0, refused: 0 },
    import: { accepted: 0, duplicate: 0, quarantined: 0, refused: 0 },
  };
  /** Refused items that were counted but not stored, because the limits of RefusedKeeper (refused.ts) were reached. */
  readonly notKept = this.counter("shotkeeper_refused_not_kept_total", "Refused input beyond what is kept");
  /**
   * Forged input: attempts with a wrong secret, with a counter of another tenant, or on the topic of another counter.
   */
  readonly forged = this.counter("shotkeeper_forged_total", "Wrong secrets, foreign tenants, forged topics");
  /** Calls that wanted to store readings and were refused, because the queue of readings was full. */
  readonly overflow = this.counter("shotkeeper_overflow_total", "Calls sent away because the queue was full");
  readonly ingestSeconds = this.histogram(
    "shotkeeper_ingest_seconds",
    "Time of a batch in the ledger",
    secondsBuckets,
  );
  readonly ingestSize = this.histogram(
    "shotkeeper_ingest_readings",
    "Readings in a batch",
    [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 5000],
  );

  constructor() {
    const { readings } = this;
    new Counter({
      name: "shotkeeper_readings_total",
      help: "Readings by channel and what became of them",
      labelNames: ["channel", "fate"],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [channel, fates] of Object.entries(readings))
          for (const [fate, count] of Object.entries(fates)) this.inc({ channel, fate }, count);
      },
    });
  }

  private counter(name: string, help: string): Counter {
    return new Counter({ name, help, registers: [this.registry] });
  }

  private histogram(name: string, help: string, buckets: number[]): Histogram {
    return new Histogram({ name, help, buckets, registers: [this.registry] });
  }
}
