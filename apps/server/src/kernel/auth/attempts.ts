import { isIP, isIPv6 } from "node:net";
import { errors } from "@shotkeeper/contract/kernel";
import type { CallerDb } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { delayedLogIns } from "../operation-metrics.ts";
import { hashSecret } from "./secret.ts";
import { plainName } from "./typed-name.ts";

/**
 * Limits of one kind of counted attempts. The first `allowance` attempts have no delay. The caller must then wait one
 * minute before the next attempt, and each further attempt doubles this time.
 */
interface AttemptLimit {
  readonly allowance: number;
  /** Seconds in which the number of counted attempts falls by one (leaky bucket). */
  readonly drainS: number;
  readonly longestDelayS: number;
}

const onePerson = { allowance: 5, drainS: 4 * 3600, longestDelayS: 3600 };
const limits = {
  /** Limit of log-ins with one user name from unknown browsers. */
  account: onePerson,
  /** Limit of log-ins from one browser with which the user has logged in before. */
  device: onePerson,
  /**
   * Attempts to enter the present password during a session, for example to change the password. Limited because
   * somebody who has taken over the session could guess the password.
   */
  change: onePerson,
  /** Mails with a link to reset a password. */
  mail: { allowance: 3, drainS: 3600, longestDelayS: 3600 },
  /** Attempts to sign up a company or to correct a sign-up. All attempts stay counted, even if they succeed. */
  signUp: { allowance: 5, drainS: 1800, longestDelayS: 3600 },
  /** Attempts from one IP address. This limit and the next one are wider, because a whole plant may share them. */
  address: { allowance: 30, drainS: 60, longestDelayS: 900 },
  network: { allowance: 100, drainS: 20, longestDelayS: 900 },
} as const satisfies Readonly<Record<string, AttemptLimit>>;

export interface AttemptKey {
  readonly key: string;
  readonly kind: keyof typeof limits;
}

export function attemptKey(kind: AttemptKey["kind"], ...parts: readonly string[]): AttemptKey {
  return { key: `${kind} ${hashSecret(JSON.stringify(parts))}`, kind };
}

/** Returns the key under which log-ins with one user name from unknown browsers are counted. */
export const accountKey = (tenantCode: string, name: string): AttemptKey =>
  attemptKey("account", tenantCode, plainName(name));

/** Returns the keys under which attempts from an IP address and from its network are counted. */
export const addressKeys = (address: string): AttemptKey[] => [
  attemptKey("address", plainAddress(address)),
  attemptKey("network", networkOf(address)),
];

/** Returns the keys under which a company's sign-up from an IP address is counted. */
export const signUpKeys = (address: string): AttemptKey[] => [
  attemptKey("signUp", plainAddress(address)),
  attemptKey("network", "sign-up", networkOf(address)),
];

/**
 * Returns the keys under which the correction of a company's sign-up is counted. Corrections and sign-ups from an
 * address count together, because the answers to both reveal whether a company is a customer.
 */
export const correctionKeys = (tenantId: number, applicationId: number, address: string): AttemptKey[] => [
  attemptKey("signUp", "correction", String(tenantId), String(applicationId)),
  ...signUpKeys(address),
];

/** Converts an IPv4 address in IPv6 form (::ffff:192.0.2.1) to IPv4. Removes the zone of an IPv6 address. */
function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? address.replace(/%.*$/, "").toLowerCase();
}

/** Returns the network of an IP address: the first 24 bits of an IPv4 address, the first 64 of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIP(plain) === 4) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  if (!isIPv6(plain)) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === "" ? [] : tail.split(":");
  const zeros = plain.includes("::") ? Array.from({ length: 8 - first.length - last.length }, () => "0") : [];
  const groups = [...first, ...zeros, ...last].slice(0, 4).map((g) => g.replace(/^0+(?=.)/, ""));
  return `${groups.join(":")}::/64`;
}

/**
 * Counts an attempt under all keys. Must be called before the attempt is checked, so that concurrent attempts cannot
 * exceed the limit. Throws tooManyAttempts (S0203) with the minutes to wait; the attempt is then not counted.
 */
export async function countAttempt(db: CallerDb, now: number, keys: readonly AttemptKey[]): Promise<void> {
  const sorted = [...keys].sort((a, b) => (a.key < b.key ? -1 : 1));
  const of = (value: (limit: AttemptLimit) => number) => sorted.map((k) => value(limits[k.kind]));
  const [rows] = await db.platform(
    sql<{ wait: number }>`
      select app_count_login(
        ${sorted.map((k) => k.key)}::text[], ${of((l) => l.allowance)}::int[],
        ${of((l) => l.drainS)}::int[], ${of((l) => l.longestDelayS)}::int[],
        ${new Date(now)}::timestamptz
      ) as wait
    `,
  );
  const waitS = rows?.[0]?.wait ?? 0;
  if (waitS <= 0) return;
  delayedLogIns.inc();
  throw errors.tooManyAttempts(Math.ceil(waitS / 60));
}

/**
 * Takes back a counted attempt that succeeded. The counts of a person's keys are reset to 0. The counts of addresses
 * are lowered by this attempt only, because others may use the same address.
 */
export async function forgiveAttempt(db: CallerDb, keys: readonly AttemptKey[]): Promise<void> {
  const isShared = ({ kind }: AttemptKey) => kind === "address" || kind === "network";
  const names = (some: readonly AttemptKey[]) => some.map((k) => k.key).sort();
  await db.platform(
    sql`delete from login_attempt where attempt_key = any(${names(keys.filter((k) => !isShared(k)))}::text[])`,
    takeBack(names(keys.filter(isShared))),
  );
}

/** Takes back a counted attempt that was never checked, because the server was too busy. */
export async function uncountAttempt(db: CallerDb, keys: readonly AttemptKey[]): Promise<void> {
  await db.platform(takeBack(keys.map((k) => k.key).sort()));
}

const takeBack = (keys: readonly string[]) => sql`
  update login_attempt a
  set level = greatest(0, a.level - 1), free_at = null
  from (
    select attempt_key
    from login_attempt
    where attempt_key = any(${keys}::text[])
    order by attempt_key for update
  ) x
  where a.attempt_key = x.attempt_key
`;

/** Returns the present number of counted attempts of an address, which decides how hard its next captcha is. */
export async function attemptsOf(db: CallerDb, address: string, now: number): Promise<number> {
  const [key] = addressKeys(address);
  const forgotten = sql`extract(epoch from ${new Date(now)}::timestamptz - last_at) / ${limits.address.drainS}::int`;
  const [rows] = await db.platform(
    sql<{ level: number }>`
      select greatest(0, level - greatest(0, ${forgotten}))::float8 as level
      from login_attempt
      where attempt_key = ${key?.key ?? ""}
    `,
  );
  return rows?.[0]?.level ?? 0;
}

/**
 * Deletes the counted attempts of a user: log-ins from unknown browsers, and entries of the present password to change
 * the user's own log-in.
 */
export async function forgetAttempts(db: CallerDb, tenantCode: string, userId: string): Promise<void> {
  await db.platform(
    sql`
      delete from login_attempt
      where attempt_key = any(${[
        accountKey(tenantCode, userId).key,
        attemptKey("change", tenantCode, userId).key,
      ]}::text[])
    `,
  );
}
