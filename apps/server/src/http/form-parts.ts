import type { FastifyRequest } from "fastify";

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
    discardRest(request);
  }
}

/**
 * Reads and discards what is left of the body. Without this, a client whose form is refused early goes on sending into
 * a full connection, and sees the answer only when the time limit of the body ends.
 */
function discardRest({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
}
