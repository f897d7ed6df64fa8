import type { Chip } from "./chips.ts";

/** Machines whose keys have changed. */
export interface ChangedMachines {
  readonly tenantId: number;
  readonly kind: "counter" | "gateway";
  /** The counters, by their WRITER_ID. Undefined: all counters of the tenant. */
  readonly writerIds?: readonly string[] | undefined;
}

export interface MqttIngest {
  /** TCP port of the embedded broker. undefined: the server is connected to an external broker. */
  readonly port: number | undefined;
  /** TCP port of the embedded broker for TLS. */
  readonly tlsPort?: number | undefined;
  readonly connected: boolean;
  readonly clients: number;
  /**
   * Sends the current GPS settings to a counter. They are also sent whenever the counter subscribes to its settings
   * topic.
   */
  publishConfig(chip: Chip): void;
  /** Closes the open connections of machines whose keys are no longer valid. */
  recheck(changed: ChangedMachines): void;
  close(): Promise<void>;
}
