import type { Chip } from "../doors/chips.ts";

export interface MqttDoor {
  /** Port in use; undefined for a door that has none of its own. */
  readonly port: number | undefined;
  readonly connected: boolean;
  readonly clients: number;
  /** Sends a counter its settings, now and whenever it comes back. */
  publishConfig(chip: Chip): void;
  close(): Promise<void>;
}
