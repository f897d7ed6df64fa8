import { AppError } from "@shotkeeper/contract/kernel";

/**
 * Runs a step and ignores a refusal. A refusal means that the step was done before an interruption, or that the
 * state of its row no longer allows it.
 */
export async function tolerant(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
  }
}

/**
 * Returns a look-up of an id that calls `find` until the row exists, and then remembers the id. After a restart of
 * the demo the row exists already, so the id must come from the database.
 */
export function remembered(find: () => Promise<string | undefined>): () => Promise<string | undefined> {
  let id: string | undefined;
  return async () => {
    id ??= await find();
    return id;
  };
}
