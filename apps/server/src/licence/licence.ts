import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { errors } from "@shotkeeper/contract/kernel";
import type { LicenceFacts } from "@shotkeeper/contract/system";

const format = "shotkeeper-licence-1";
const maxSeats = 100_000;

/** DER prefix of an Ed25519 private key (PKCS #8); the 32 bytes of the key follow. */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * Key pair of demo tenants. It is public and signs licences for demo tenants only. Real installations generate their
 * own (`npm run tenant -- licence keygen`) and set LICENCE_PUBLIC_KEY.
 */
const demoSeed = createHash("sha256").update("Shotkeeper demo licence key, for demonstration only").digest();
export const demoPrivateKey = createPrivateKey({
  key: Buffer.concat([pkcs8, demoSeed]),
  format: "der",
  type: "pkcs8",
});
export const demoPublicKey = createPublicKey(demoPrivateKey);

/** Reads a key in PEM format. Throws unless it is an Ed25519 key. */
export function readKey(pem: string, half: "private" | "public"): KeyObject {
  const key = half === "private" ? createPrivateKey(pem) : createPublicKey(pem);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("not an Ed25519 key");
  return key;
}

/** Returns the text of a signed licence file. */
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

/** Returns the content of a licence file. Throws S0032 unless the signature is valid. */
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

/** Throws S0013 for invalid limits, such as zero seats or an enforced expiry without a date. */
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
  /** Today in the tenant's time zone. */
  readonly today: string;
  /** Issue time of the current licence. Older files are refused. */
  readonly issuedAt: string | undefined;
}

/**
 * Returns the limits of a licence file for this tenant. Throws if the file is invalid, for another tenant, or
 * outdated.
 */
export function openLicence(text: string, key: KeyObject, t: Licensed): LicenceFacts {
  const facts = verified(text, key);
  if (facts.AU_ID !== t.auId || facts.AimTenant !== t.code) throw errors.wrongSerialNumber();
  requireLimits(facts);
  if (t.issuedAt !== undefined && Date.parse(facts.ISSUED_AT) < Date.parse(t.issuedAt))
    throw errors.licenceFileInvalid();
  if (facts.V_T === "Y" && facts.DUE_DATE !== null && facts.DUE_DATE < t.today) throw errors.licenceExpired();
  return facts;
}
