import type { Refusal } from "@shotkeeper/contract/kernel";

/** A message as it came, by HTTP or MQTT. */
export interface Message {
  readonly body: string;
  /** Parameters of the address (HTTP). */
  readonly query: Readonly<Record<string, string>>;
  /** Topic (MQTT). Undefined: the message came by HTTP. */
  readonly topic?: string | undefined;
  /** Time at which the server received the message, epoch ms. */
  readonly receivedAt: number;
}

/** Secrets that an IoT platform shares with the connector. Null: not set. */
export interface PlatformKeys {
  readonly token: string | null;
  readonly aesKey: string | null;
}

/**
 * Content of a message after its envelope was removed: a body for the field map; a refusal; or a `notice`, which
 * informs about a device and gives no reading.
 */
export type Opened =
  | {
      readonly body: unknown;
      /** LoRaWAN port of the frame. Undefined: messages of this kind of connector have no port. */
      readonly framePort?: number | undefined;
      /**
       * JSON pointers, such as `/uplink_message/f_cnt`. If the message does not contain the value at one of them, 0 is
       * used.
       */
      readonly zeros?: readonly string[];
      /** True: most items of a message have no count, so an item without a count is not an error. */
      readonly isSparse?: true;
    }
  | { readonly notice: Refusal; readonly deviceId?: string | undefined }
  | { readonly refusal: Refusal };

/** Kind of connector. `open` removes the envelope that an IoT platform has put around the content of a message. */
export interface Kind {
  readonly open: (json: unknown, message: Message, keys: PlatformKeys) => Opened;
}
