import { AppError, errors } from "@shotkeeper/contract/kernel";
import { constraintName } from "./constraint-name.ts";
import { DbError } from "./tx.ts";

/** Returns the SQLSTATE of an error of the database. Returns an empty string if the error has none. */
export function sqlState(cause: unknown): string {
  if (cause instanceof DbError) return cause.state;
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
}

/**
 * Returns whether the connection is broken or in an unknown state. Such a connection must not go back into the pool.
 */
export function isBroken(cause: unknown): boolean {
  const state = sqlState(cause);
  return state === "" ? !(cause instanceof AppError) : /^(08|57P0[1-3]|E)/.test(state);
}

/**
 * Message of a node of a Citus cluster that lost its connection to another node during a transaction. Citus gives it no
 * SQLSTATE of its own.
 */
const lostNode = "failure on connection marked as essential";

/**
 * Returns a DbError for an error that the database reported, and `databaseUnavailable` if the database cannot be
 * reached.
 */
export function translate(cause: unknown): Error {
  if (cause instanceof AppError || cause instanceof DbError) return cause;
  const state = sqlState(cause);
  const e = cause as { constraint?: string; detail?: string; message: string };
  const isReported = /^[0-9A-Z]{5}$/.test(state) && !/^(08|57P|53[13])/.test(state);
  if (isReported && !e.message.startsWith(lostNode))
    return new DbError(state, constraintName(e), e.message, e.detail);
  // The database is unavailable in these cases. No SQLSTATE, 08 or `lostNode`: a connection is lost. 57P: the server is
  // shutting down. 531 or 533: the disk is full, or there are too many connections.
  return errors.databaseUnavailable();
}
