import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import {
  AppError,
  errors,
  isQuery,
  onWire,
  requestKeyDays,
  requestKeyHeader,
  requestKeyPattern,
} from "@shotkeeper/contract/kernel";
import { type Ctx, isGuest, type Principal } from "./ctx.ts";
import { sql } from "./db/sql.ts";
import { dispatch } from "./dispatch.ts";
import type { Answer } from "./list-answer.ts";
import { inOneTransaction } from "./one-transaction.ts";
import type { Registry } from "./registry.ts";

/** Purpose of the encryption: a text that was encrypted for another purpose cannot be decrypted as an answer. */
const purpose = "request answer";
const dayMs = 86_400_000;
/** Longest time that a repeated request waits for the first request, and the interval between two checks, ms. */
const maxWaitMs = 10_000;
const lookMs = 100;

interface StoredAnswer {
  readonly body_hash: string;
  readonly answer_msg: string;
  readonly answer_data: string | null;
}

/** Answer of a request with the header Idempotency-Key. */
export interface OnceAnswer extends Answer {
  /** True: an earlier request with the same key was applied. This request changed nothing. */
  readonly isReplayed?: true;
}

/** Returns a JSON text that is equal for equal values, whatever the order of their fields. */
function canonical(value: unknown): string {
  try {
    return JSON.stringify(value, (_, v: unknown) =>
      typeof v === "object" && v !== null && !Array.isArray(v)
        ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
        : v,
    );
  } catch (cause) {
    // Thousands of nested lists exceed the stack. No operation accepts such an input, so the body is refused.
    if (cause instanceof RangeError) throw errors.invalidField("body");
    throw cause;
  }
}

const callerText = ({ userId, apiKey }: Principal) => (apiKey ? `key ${apiKey.keyId}` : `user ${userId}`);

/** Outcome of one attempt of a request with a key. `busy`: an earlier request with the same key is still running. */
type Outcome = OnceAnswer | AppError | "busy";

/**
 * Returns whether an error means that the server has failed, or that nobody waits for the answer any more. Any other
 * error is a refusal by the command.
 */
const isFailure = ({ status }: AppError) => status >= 499;

/**
 * Runs `work` once for each key (header Idempotency-Key). The key and all writes of `work` with the given context are
 * committed in one transaction. A repeated request gets the first answer.
 *
 * - A refused request stores no key, so the caller may try again with the same key. Parts that the command committed
 *   before the refusal stay, such as the count of wrong passwords. This is the same as without a key.
 * - After a failure (status 499 or 5xx) the transaction is rolled back as a whole.
 *
 * Throws invalidField for a malformed key, requestKeyUsed if the key came with another `input`, and serverBusy if an
 * earlier request with the same key is still running after 10 s.
 */
export async function runOnce(
  ctx: Ctx,
  key: string,
  input: unknown,
  work: (ctx: Ctx) => Promise<Answer>,
): Promise<OnceAnswer> {
  const endsAt = performance.now() + maxWaitMs;
  for (;;) {
    const done = await attempt(ctx, key, input, work);
    if (done instanceof AppError) throw done;
    if (done !== "busy") return done;
    // Waits without holding a connection, so that many repeated requests do not take the connections of other calls.
    if (performance.now() > endsAt) throw errors.serverBusy();
    await setTimeout(lookMs);
  }
}

async function attempt(
  ctx: Ctx,
  key: string,
  input: unknown,
  work: (ctx: Ctx) => Promise<Answer>,
): Promise<Outcome> {
  // Refuses idempotency keys of visitors. A visitor has no identity, so two visitors could choose the same key.
  if (!requestKeyPattern.test(key) || isGuest(ctx.who)) throw errors.invalidField(onWire(requestKeyHeader));
  const { tenantId } = ctx.who;
  const caller = callerText(ctx.who);
  const bodyHash = createHash("sha256").update(canonical(input)).digest("hex");
  return inOneTransaction(ctx, async (own, tx): Promise<Outcome> => {
    const [[lock], [stored]] = await tx.all([
      sql<{ taken: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${`${caller} ${key}`}, ${tenantId})) as taken
      `,
      sql<StoredAnswer>`
        select body_hash, answer_msg, answer_data
        from request_key
        where tenant_id = ${tenantId} and caller = ${caller} and request_key = ${key}
      `,
    ]);
    if (stored) {
      if (stored.body_hash !== bodyHash) return errors.requestKeyUsed();
      const { answer_msg: msg, answer_data: data } = stored;
      const opened = data === null ? {} : { data: ctx.secrets.open(tenantId, purpose, data) };
      return { msg, ...opened, isReplayed: true };
    }
    if (!lock?.taken) return "busy";
    let answer: Answer;
    try {
      answer = await work(own);
    } catch (cause) {
      // Returns a refusal instead of throwing it, so that the transaction is committed. Parts that the command has
      // finished before the refusal then stay, such as the count of wrong passwords.
      if (cause instanceof AppError && !isFailure(cause)) return cause;
      throw cause;
    }
    const data = answer.data === undefined ? null : ctx.secrets.seal(tenantId, purpose, answer.data);
    tx.enqueue(sql`
      insert into request_key (
        tenant_id, caller, request_key, body_hash, answer_msg, answer_data, created_date
      )
      values (
        ${tenantId}, ${caller}, ${key}, ${bodyHash}, ${answer.msg}, ${data}, ${new Date(ctx.now)}
      )
    `);
    return answer;
  });
}

/**
 * Returns true if the operation may run twice without harm. The idempotency key of such a request need not be stored.
 */
function isRepeatable(r: Registry, body: unknown): boolean {
  const type = typeof body === "object" && body !== null && "Type" in body ? String(body.Type) : "";
  if (type === "QueryByID" || type === "QueryBySelf" || type === "preview") return true;
  const command = r.commands.get(type)?.command;
  if (!command) return false;
  return command.repeatable === true || isQuery(command);
}

/**
 * Runs an operation of a /mitt body once for each key (see `runOnce`). A repeated read or repeatable command runs
 * again, because this does no harm. The same applies to all operations of a view ("View as this user"), because a view
 * changes nothing.
 */
export function dispatchOnce(ctx: Ctx, r: Registry, body: unknown, key: string): Promise<OnceAnswer> {
  if (ctx.who.viewer || isRepeatable(r, body)) return dispatch(ctx, r, body);
  return runOnce(ctx, key, body, (inner) => dispatch(inner, r, body));
}

/** Deletes idempotency keys that are older than `requestKeyDays`. */
export async function endRequestKeys(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  await ctx.db.run(tenantId, [
    sql`
      delete from request_key
      where tenant_id = ${tenantId} and created_date < ${new Date(ctx.now - requestKeyDays * dayMs)}
    `,
  ]);
}
