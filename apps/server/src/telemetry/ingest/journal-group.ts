import { errField, log } from "../../kernel/server-log.ts";
import type { JournalFile, JournalLine } from "./journal-file.ts";

/** Called when lines are on disk, or with the error if they could not be written. Must not throw. */
export type Written = (error?: Error) => void;

/** Group of lines that are written together, with the callbacks of the callers that added them. */
export class Group {
  readonly text: string[] = [];
  readonly lines: JournalLine[] = [];
  readonly callers: Written[] = [];
  file: JournalFile | undefined;
}

/** Calls the callback. An error in it must not stop the writing of later groups. */
export function notify(written: Written, failure: Error | undefined): void {
  try {
    written(failure);
  } catch (cause) {
    log.error(errField(cause), "A caller of the journal failed");
  }
}
