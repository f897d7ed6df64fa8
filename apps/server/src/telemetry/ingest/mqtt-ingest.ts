import type { Chip } from "./chips.ts";

export interface MqttIngest {
  /** Port in use; undefined if it does not listen itself. */
  readonly port: number | undefined;
  readonly connected: boolean;
  readonly clients: number;
  /** Sends a counter its settings now, and again on each subscription. */
  publishConfig(chip: Chip): void;
  close(): Promise<void>;
}
