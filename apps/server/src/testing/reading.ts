import type { IncomingReading } from "../telemetry/ledger/incoming.ts";

/** Returns a reading that is sent and received at `at` (epoch ms), with a full battery. `more` replaces its values. */
export const readingAt = (
  counterId: number,
  at: number,
  count: number,
  more: Partial<IncomingReading> = {},
): IncomingReading => ({
  counterId,
  sentAt: at,
  receivedAt: at,
  count,
  channel: 1,
  battery: 80,
  lowBattery: 0,
  rssi: -80,
  lng: null,
  lat: null,
  removed: 0,
  readerId: null,
  cycles: null,
  ...more,
});
