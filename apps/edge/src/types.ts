/** A source as the Shotkeeper server configures it. */
export interface SourceConfig {
  readonly sourceId: string;
  readonly protocol: "opcua" | "modbus" | "em63" | "tcp";
  readonly address: string;
  readonly pollSeconds: number;
  readonly opcNode: string | null;
  readonly modbusUnit: number | null;
  readonly modbusTable: "holding" | "input" | null;
  readonly modbusRegister: number | null;
  readonly wordOrder: "highFirst" | "lowFirst" | null;
  readonly linePattern: string | null;
  readonly countWidth: number | null;
}

/**
 * Configuration of the gateway. `isActive` is false while the connector is inactive; the gateway then sends no
 * readings.
 */
export interface GatewayConfig {
  readonly isActive: boolean;
  readonly sources: readonly SourceConfig[];
}

/** A count that was read from a device. */
export interface Reading {
  readonly device: string;
  readonly count: number;
  /** Time of the count by the clock of this computer, epoch ms. */
  readonly at: number;
  /** Name of the mold, if the machine gives one. The server counts shots by device and does not use this name. */
  readonly mold?: string | undefined;
}

/** State of a source, as the gateway reports it to the Shotkeeper server. */
export interface SourceStatus {
  readonly sourceId: string;
  readonly state: "reading" | "failing";
  readonly error: string | null;
  readonly readAt: number | null;
  readonly count: number | null;
  readonly counters: number | null;
}

/** Function that stores readings of a source. Resolves when they are on disk. */
export type Observe = (readings: readonly Reading[]) => Promise<void>;

/** Returns the text of an error, short and without control characters. */
export function errorText(cause: unknown): string {
  const { message, code } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : { message: cause };
  const text = String(message || code || "unknown error")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}
