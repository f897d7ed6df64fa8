import { splitMessage } from "@shotkeeper/contract/kernel";

/**
 * Failures that the client itself reports, because the server gave no answer to the call. "queued": the write is stored
 * on this device and will be sent later.
 */
export type LocalFailure = "network" | "timeout" | "aborted" | "queued";

/**
 * Error of a call that the server refused or that failed. `code` is a key of the message catalogue. `arg` replaces %s
 * in the message's text.
 */
export class ClientError extends Error {
  readonly code: string;
  readonly arg: string | undefined;
  constructor(
    message: string,
    readonly local?: LocalFailure,
    /** HTTP status of the answer; 0 if the server gave no answer. */
    readonly status = 0,
  ) {
    super(message);
    this.name = "ClientError";
    const m = splitMessage(message);
    this.code = m.code;
    this.arg = m.arg;
  }
}

/** Returns whether a call failed because the server gave no answer. */
export const isUnreachable = (e: unknown): boolean =>
  e instanceof ClientError && (e.local === "network" || e.local === "timeout");
