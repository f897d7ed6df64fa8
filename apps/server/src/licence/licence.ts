import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { errors } from "@shotkeeper/contract/kernel";
import type { LicenceFacts } from "@shotkeeper/contract/system";

const format = "shotkeeper-licence-1";
const maxSeats = 100_000;

/** PKCS #8 of an Ed25519 key: this, then its 32 bytes. */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * The key pair of demo tenants, which anybody can make from these words: it opens nothing else. A real installation
 * makes its own (`npm run tenant -- licence keygen`) and names the public half in LICENCE_PUBLIC_KEY.
 */
const demoSeed = createHash("sha256").update("Shotkeeper demo licence key, for demonstration only").digest();
export const demoPrivateKey = createPrivateKey({
  key: Buffer.concat([pkcs8, demoSeed]),
  format: "der",
  type: "pkcs8",
});
export const demoPublicKey = createPublicKey(demoPrivateKey);

/** A key from its PEM text; refuses what is no Ed25519 key. */
export function readKey(pem: string, half: "private" | "public"): KeyObject {
  const key = half === "private" ? createPrivateKey(pem) : createPublicKey(pem);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("not an Ed25519 key");
  return key;
}

/** The text of a licence file. */
export function signLicence(facts: LicenceFacts, key: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(facts));
  const signature = sign(null, payload, key);
  return `${JSON.stringify({ format, payload: payload.toString("base64url"), signature: signature.toString("base64url") }, null, 2)}\n`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw errors.licenceFileInvalid();
  }
}

const isObject = (x: unknown): x is Record<string, unknown> =>
  typeof x === "object" && x !== null && !Array.isArray(x);

/** What a file says, where its signature is that of the key. S0032 otherwise. */
function verified(text: string, key: KeyObject): Record<string, unknown> {
  const file = parse(text);
  if (
    !isObject(file) ||
    file.format !== format ||
    typeof file.payload !== "string" ||
    typeof file.signature !== "string"
  )
    throw errors.licenceFileInvalid();
  const payload = Buffer.from(file.payload, "base64url");
  if (!verify(null, payload, key, Buffer.from(file.signature, "base64url")))
    throw errors.licenceFileInvalid();
  const facts = parse(payload.toString("utf8"));
  if (!isObject(facts)) throw errors.licenceFileInvalid();
  return facts;
}

const isSeats = (n: unknown): n is number => Number.isInteger(n) && Number(n) >= 0 && Number(n) <= maxSeats;
const isDay = (d: unknown): d is string =>
  typeof d === "string" && /^\d{4}-\d{2}-\d{2}$/.test(d) && !Number.isNaN(Date.parse(`${d}T00:00:00Z`));

/** Refuses limits that make no sense (S0013): seats that are none, or a validity that is controlled without an end. */
export function requireLimits(
  facts: Readonly<Record<string, unknown>>,
): asserts facts is Record<string, unknown> & LicenceFacts {
  const { PC_COUNT, PDA_COUNT, V_T, DUE_DATE, ISSUED_AT } = facts;
  const hasEnd = isDay(DUE_DATE);
  const isRight =
    isSeats(PC_COUNT) &&
    isSeats(PDA_COUNT) &&
    (V_T === "Y" || V_T === "N") &&
    (hasEnd || (DUE_DATE === null && V_T === "N")) &&
    typeof ISSUED_AT === "string" &&
    !Number.isNaN(Date.parse(ISSUED_AT));
  if (!isRight) throw errors.licenceLimitsInvalid();
}

export interface Licensed {
  readonly code: string;
  readonly auId: string;
  /** The day at the tenant's place. */
  readonly today: string;
  /** When the licence that holds now was issued: an older file does not come back. */
  readonly issuedAt: string | undefined;
}

/** What a licence file says to this tenant, or why it is refused. */
export function openLicence(text: string, key: KeyObject, t: Licensed): LicenceFacts {
  const facts = verified(text, key);
  if (facts.AU_ID !== t.auId || facts.AimTenant !== t.code) throw errors.wrongSerialNumber();
  requireLimits(facts);
  if (t.issuedAt !== undefined && Date.parse(facts.ISSUED_AT) < Date.parse(t.issuedAt))
    throw errors.licenceFileInvalid();
  if (facts.V_T === "Y" && facts.DUE_DATE !== null && facts.DUE_DATE < t.today) throw errors.licenceExpired();
  return facts;
}
