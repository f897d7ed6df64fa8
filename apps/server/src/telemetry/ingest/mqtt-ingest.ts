import type { Chip } from "./chips.ts";

export interface MqttIngest {
  /** TCP port of the embedded broker. undefined: the server is connected to an external broker. */
  readonly port: number | undefined;
  readonly connected: boolean;
  readonly clients: number;
  /**
   * Sends the current GPS settings to a counter. They are also sent whenever the counter subscribes to its settings
   * topic.
   */
  publishConfig(chip: Chip): void;
  close(): Promise<void>;
}
