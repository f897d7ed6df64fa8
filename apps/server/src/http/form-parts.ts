import { setTimeout as pause } from "node:timers/promises";
import type { FastifyRequest } from "fastify";

/** Longest time for which the rest of a refused form is read before the answer is sent, ms. */
const discardMs = 5_000;
/** Time for sending the answer before the connection of an endless form is closed, ms. */
const answerMs = 2_000;

const broken = new WeakSet<object>();

/** Returns true if the cause of an error is a form's body that was cut off or cannot be split into its parts. */
export const isBrokenForm = (cause: unknown): boolean =>
  typeof cause === "object" && cause !== null && broken.has(cause);

/**
 * Returns the parts of a form (multipart/form-data). Marks the errors of the parser (`isBrokenForm`), because they have
 * no HTTP status. Without the mark, they would be reported as failures of the server.
 */
export async function* partsOf(request: FastifyRequest, options?: Parameters<FastifyRequest["parts"]>[0]) {
  const mark = (cause: unknown) => {
    if (cause instanceof Error && !("statusCode" in cause)) broken.add(cause);
  };
  try {
    for await (const part of request.parts(options)) {
      if (part.type === "file") {
        // Marks an error in the body of the file (`isBrokenForm`): an error that has happened already is in `errored`,
        // a later one comes as an event.
        mark(part.file.errored);
        part.file.once("error", mark);
      }
      yield part;
    }
  } catch (cause) {
    mark(cause);
    throw cause;
  } finally {
    await discardRest(request);
  }
}

/**
 * Reads and discards what is left of the body of a refused form, because a client may not read the answer before it has
 * sent everything. A body that goes on for `discardMs` is given up: the client gets its answer, and then the connection
 * ends.
 */
async function discardRest({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  const isOver = new Promise<boolean>((resolve) => {
    for (const event of ["end", "close", "error"]) raw.once(event, () => resolve(true));
  });
  raw.unpipe();
  raw.resume();
  if (await Promise.race([isOver, pause(discardMs, false, { ref: false })])) return;
  setTimeout(() => raw.destroy(), answerMs).unref();
}
