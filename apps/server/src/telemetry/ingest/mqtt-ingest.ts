import type { Chip } from "./chips.ts";

export interface MqttIngest {
  /** TCP port of the embedded broker. Undefined for an external broker. */
  readonly port: number | undefined;
  readonly connected: boolean;
  readonly clients: number;
  /** Sends a counter its settings now, and again on each subscription. */
  publishConfig(chip: Chip): void;
  close(): Promise<void>;
}
