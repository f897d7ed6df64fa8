/** Body of a write to /mitt, with wire names. */
export type WireBody = Readonly<Record<string, unknown>>;

/**
 * A photo that waits on this device. `id` is also part of the upload's idempotency key, so that the server stores the
 * photo only once.
 */
export interface StoredPhoto {
  readonly id: string;
  readonly blob: Blob;
  readonly name: string;
  readonly ownerTable: string;
  readonly ownerId: string;
  readonly at: number;
}

/** Path of a photo that waits on this device: `local:<id of the photo>`. */
const localPath = /^local:([0-9a-f]{32})$/;
export const localPathOf = (photo: string): string => `local:${photo}`;
/** Returns the id of a photo that waits on this device. Returns undefined for the path of an uploaded file. */
export const localPhotoOf = (path: string): string | undefined => localPath.exec(path)?.[1];

/**
 * Returns a random id of 128 bits. `crypto.randomUUID` exists only in pages that are served over https or from
 * localhost.
 */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

/** Reason why the user must decide about an action. */
export type Problem =
  /** The server refused the action. `msg` is the message of the answer, such as `S0212`. */
  | { readonly kind: "refused"; readonly msg: string }
  /** The server applied the action, but its answer needs attention, for example an unknown code. */
  | { readonly kind: "answer"; readonly answer: Readonly<Record<string, unknown>> }
  /** The clock of the device was changed after the user did the action, so the time of the action is uncertain. */
  | { readonly kind: "clock" }
  /** The action was first sent so long ago that the server may have deleted the action's idempotency key. */
  | { readonly kind: "old" };

export type ActionState = "waiting" | "conflict" | "done" | "discarded";

/** An action of a user that is stored on this device until the server has answered it. */
export interface Action {
  /**
   * Random id that the device has chosen. It is sent as the header Idempotency-Key, so that the server applies the
   * action only once.
   */
  readonly id: string;
  /** Version of this record. A later version of the application reads records of earlier versions. */
  readonly format: 1;
  readonly tenant: string;
  readonly user: string;
  /** Number in the queue. Actions are sent in the order of these numbers. */
  readonly order: number;
  /** Time at which the user did the action, by the clock of the device, epoch ms. */
  readonly at: number;
  /**
   * Difference between the clocks when the user did the action, as the client estimated it then: server's clock minus
   * device's clock, ms.
   */
  readonly ahead: number;
  /** Type of the command, or `insert` and the wire name of the table. */
  readonly kind: string;
  /** The write as the user has made it. Photos have their paths on this device. */
  readonly body: WireBody;
  /** The write as it was sent: with the paths of uploaded photos and the time of the action. */
  readonly sent?: WireBody;
  /** Body (`sent`) of an earlier attempt whose answer was lost. The server may have applied this body. */
  readonly sentBefore?: WireBody;
  /**
   * Number of times that the user has sent the action again. Each time, the photos are uploaded again, because the
   * server deletes unused photos.
   */
  readonly round: number;
  /** Text that identifies what the action concerns, such as a task. Actions on the same thing are sent in order. */
  readonly subject: string;
  readonly state: ActionState;
  readonly attempts: number;
  /** Time of the first attempt, epoch ms. */
  readonly firstTriedAt?: number;
  /** Number of attempts at which the server failed (HTTP 500, 504). */
  readonly failures?: number;
  readonly problem?: Problem;
  /** Time at which the action was answered or discarded, epoch ms. */
  readonly endedAt?: number;
  /** Reason for which the user has discarded the action. */
  readonly reason?: string;
}

/** Rules by which the outbox treats the actions of one kind. */
export interface ActionRule {
  /** Returns the `subject` of an action, a text that identifies what it concerns, from its input with wire names. */
  readonly subject: (input: WireBody) => string;
  /** Wire name of the input for the time at which the user did the action. Undefined: the action has no such input. */
  readonly timeField?: string;
  /** Returns whether the answer to an applied action needs the user's attention. */
  readonly needsAttention?: (answer: WireBody, action: Action) => boolean;
}

/** Returns the input of an action: the parameters of a command, or the row of an insert. */
export function inputOf(body: WireBody): WireBody {
  const rows = body.Data;
  return ((Array.isArray(rows) ? rows[0] : body.InParams) ?? {}) as WireBody;
}

/** Returns the body of an action with another input (parameters of a command, or row of an insert). */
export function withInput(body: WireBody, input: WireBody): WireBody {
  return Array.isArray(body.Data) ? { ...body, Data: [input] } : { ...body, InParams: input };
}

const parts = (value: unknown): string[] => (typeof value === "string" ? value.split(",") : []);

/** Returns the ids of those photos of an input that still wait on this device. */
export const localPhotos = (input: WireBody): string[] =>
  Object.values(input).flatMap((value) => parts(value).flatMap((p) => localPhotoOf(p) ?? []));

/** Replaces the path of a photo on this device by the path of the uploaded file. */
export function withUploaded(body: WireBody, photo: string, path: string): WireBody {
  const of = (value: unknown) => parts(value).map((p) => (localPhotoOf(p) === photo ? path : p));
  const input = Object.entries(inputOf(body)).map(([name, value]) => [
    name,
    typeof value === "string" ? of(value).join(",") : value,
  ]);
  return withInput(body, Object.fromEntries(input));
}
