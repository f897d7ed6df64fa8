import { AppError } from "@shotkeeper/contract/kernel";

/**
 * Runs a step (an action of a simulated user) and ignores a refusal. A refusal means that the step was done before an
 * interruption, or that the state of its row no longer allows it.
 */
export async function tolerant(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
  }
}

/**
 * Returns a function that returns the id of a row. It calls `find` until the row exists, and then remembers the id. The
 * id is read from the database, because the row exists already after a restart of the demo.
 */
export function remembered(find: () => Promise<string | undefined>): () => Promise<string | undefined> {
  let id: string | undefined;
  return async () => {
    id ??= await find();
    return id;
  };
}
