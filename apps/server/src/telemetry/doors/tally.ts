/** Door names as the metrics label them. */
export type DoorName = "http" | "mqtt" | "import";
export type Fate = "accepted" | "duplicate" | "quarantined" | "refused";

/** Counts per bucket, Prometheus style: `le` bounds in seconds. */
export class Histogram {
  readonly counts: Float64Array;
  sum = 0;
  count = 0;

  constructor(
    readonly bounds: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10],
  ) {
    this.counts = new Float64Array(bounds.length);
  }

  observe(seconds: number): void {
    this.sum += seconds;
    this.count++;
    const { bounds, counts } = this;
    for (let i = bounds.length - 1; i >= 0 && seconds <= (bounds[i] ?? 0); i--)
      counts[i] = (counts[i] ?? 0) + 1;
  }
}

/** What happened to readings since the process began; /metrics shows it. */
export class Tally {
  readonly readings: Readonly<Record<DoorName, Record<Fate, number>>> = {
    http: { accepted: 0, duplicate: 0, quarantined: 0, refused: 0 },
    mqtt: { accepted: 0, duplicate: 0, quarantined: 0, refused: 0 },
    import: { accepted: 0, duplicate: 0, quarantined: 0, refused: 0 },
  };
  /** Refused input that was too much to keep: counted here only. */
  notKept = 0;
  /** Wrong secrets, foreign tenants, forged topics. */
  forged = 0;
  /** Calls turned away because the queue was full. */
  overflow = 0;
  readonly ingestSeconds = new Histogram();
  readonly ingestSize = new Histogram([1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 5000]);
}
