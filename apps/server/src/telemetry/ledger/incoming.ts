/** A reading that passed the door: its counter is known, its values are in range. */
export interface IncomingReading {
  readonly counterId: number;
  /** What the counter's clock said, ms; null when it said nothing usable. */
  readonly sentAt: number | null;
  /** Time of receipt, ms. */
  readonly receivedAt: number;
  /** Shots since the counter left the factory. */
  readonly count: number;
  /** door enumeration of the contract: 1 HTTP, 2 MQTT, 3 import. */
  readonly door: number;
  /** Percent. */
  readonly battery: number | null;
  /** 0 normal, 1 low. */
  readonly lowBattery: number | null;
  /** dBm. */
  readonly rssi: number | null;
  readonly lng: number | null;
  readonly lat: number | null;
  /** 0 normal, 1 removed. */
  readonly removed: number | null;
  readonly readerId: string | null;
  /** ms per shot, oldest first. */
  readonly cycles: readonly number[] | null;
}

/** What became of a reading. All three are answered only after it is durably stored. */
export type IngestOutcome = "accepted" | "duplicate" | "quarantined";

/** The way into the ledger. One outcome a reading, in the same order. Throws (503) when nothing was stored. */
export interface Ingest {
  ingest(tenantId: number, readings: readonly IncomingReading[]): Promise<IngestOutcome[]>;
}
