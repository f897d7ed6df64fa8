import type { QuarantineReason } from "../core/index.ts";

/** A validated reading: its counter exists and its values are in range. */
export interface IncomingReading {
  readonly counterId: number;
  /** Device time, ms. null: the sender gave no device time that could be parsed. */
  readonly sentAt: number | null;
  /** Time at which the server received the reading, ms. */
  readonly receivedAt: number;
  /**
   * Count that the counter shows: all shots since it left the factory, unless it was restarted or passed its maximum.
   */
  readonly count: number;
  /** Channel by which the reading came (`channel` of the contract): 1 HTTP, 2 MQTT, 3 import. */
  readonly channel: number;
  /** Battery charge, percent. null: not reported. */
  readonly battery: number | null;
  /** Low-battery flag of the counter: 0 normal, 1 low. null: not reported. */
  readonly lowBattery: number | null;
  /** Signal strength, dBm. null: not reported. */
  readonly rssi: number | null;
  readonly lng: number | null;
  readonly lat: number | null;
  /** 0: the counter is on its mold. 1: the counter was removed. null: not reported. */
  readonly removed: number | null;
  readonly readerId: string | null;
  /** Cycle times of the latest shots, ms per shot, oldest first. null: not reported. */
  readonly cycles: readonly number[] | null;
}

/**
 * Outcome of a reading. The ledger returns it only after the reading is durably stored. A reason means that the reading
 * is quarantined.
 */
export type IngestOutcome = "accepted" | "duplicate" | QuarantineReason;

/**
 * Interface of the ledger that the ingest APIs use. `ingest` returns one outcome per reading, in the order of
 * `readings`. It rejects if a reading could not be stored, for example while the database is down. The caller may send
 * all readings again, because storing is idempotent.
 */
export interface Ingest {
  ingest(tenantId: number, readings: readonly IncomingReading[]): Promise<IngestOutcome[]>;
}
