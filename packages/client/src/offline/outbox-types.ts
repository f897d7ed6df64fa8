import type { Envelope } from "@shotkeeper/contract/kernel";
import type { ClientError } from "../error.ts";
import type { Action, StoredPhoto, WireBody } from "./action.ts";

export interface Owner {
  readonly tenant: string;
  readonly user: string;
}

/**
 * Storage on the device in which the outbox keeps its actions and photos. The stored rows survive when the page is
 * closed.
 */
export interface OutboxStore {
  actions(): Promise<Action[]>;
  /** Resolves when the rows are on the disk. */
  save(actions: readonly Action[], deleted?: readonly string[]): Promise<void>;
  photo(id: string): Promise<StoredPhoto | undefined>;
  deletePhotos(ids: readonly string[]): Promise<void>;
  /** Runs `work` unless another tab of this browser is sending actions. Returns false if another tab is sending. */
  alone(work: () => Promise<void>): Promise<boolean>;
}

/** Connection of the outbox to the server. */
export interface Transport {
  /** Returns the user of the present session. */
  whoAmI(): Promise<Owner>;
  /** Sends a write of the user `owner` with the idempotency key `key`. */
  send(body: WireBody, key: string, owner: Owner): Promise<Envelope>;
  /** Uploads a photo. The server stores the photo once for each key. Returns the path of the uploaded file. */
  upload(photo: StoredPhoto, key: string, owner: Owner): Promise<string>;
  /** Returns by how many ms the server's clock is ahead of the clock of the device. */
  ahead(): number;
  now(): number;
}

export interface OutboxState {
  /** Actions of the present user, in the order in which they are sent. */
  readonly actions: readonly Action[];
  /** Number of waiting actions of each other user of this device. */
  readonly others: Readonly<Record<string, number>>;
  readonly isSending: boolean;
  /** False if the latest request got no answer from the server. */
  readonly isReachable: boolean;
  /** True if the actions wait until their user signs in again. */
  readonly needsSignIn: boolean;
}

/** Result of an attempt to send an action. */
export type Outcome =
  | { readonly kind: "answered"; readonly envelope: Envelope }
  | { readonly kind: "refused" | "failing" | "lost" | "ended"; readonly error: ClientError }
  | { readonly kind: "clock" | "old" };
