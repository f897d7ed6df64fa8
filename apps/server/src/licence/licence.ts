import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { decodeOutput, encodeOutput, errors } from "@shotkeeper/contract/kernel";
import { type LicenceFacts, licenceContent } from "@shotkeeper/contract/system";

const format = "shotkeeper-licence-1";
const maxSeats = 100_000;

/** DER prefix of an Ed25519 private key in PKCS #8. The 32 bytes of the key follow it. */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * Seed of the key pair of demo tenants. Anybody can derive this key, so other tenants do not accept it. A real
 * installation makes its own key pair (`npm run tenant -- licence keygen`) and sets LICENCE_PUBLIC_KEY.
 */
const demoSeed = createHash("sha256").update("Shotkeeper demo licence key, for demonstration only").digest();
export const demoPrivateKey = createPrivateKey({
  key: Buffer.concat([pkcs8, demoSeed]),
  format: "der",
  type: "pkcs8",
});
export const demoPublicKey = createPublicKey(demoPrivateKey);

/** Reads a key from PEM text. Throws if it is not an Ed25519 key. */
export function readKey(pem: string, half: "private" | "public"): KeyObject {
  const key = half === "private" ? createPrivateKey(pem) : createPublicKey(pem);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("not an Ed25519 key");
  return key;
}

/** Returns the text of a signed licence file. The payload uses wire names. */
export function signLicence(facts: LicenceFacts, key: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(encodeOutput(facts, licenceContent)));
  const file = {
    format,
    payload: payload.toString("base64url"),
    signature: sign(null, payload, key).toString("base64url"),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
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

/**
 * Returns the payload of a licence file. Throws licenceFileInvalid (S0032) if the file is malformed, or if the
 * signature does not match the key.
 */
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

/**
 * Decodes the payload of a licence. Throws licenceLimitsInvalid (S0013) in two cases: seats or dates are invalid, or
 * expiry is enforced without a due date.
 */
function decodeLicence(payload: Readonly<Record<string, unknown>>): LicenceFacts {
  const { PC_COUNT, PDA_COUNT, V_T, DUE_DATE, ISSUED_AT } = payload;
  const isValid =
    isSeats(PC_COUNT) &&
    isSeats(PDA_COUNT) &&
    (V_T === "Y" || V_T === "N") &&
    (isDay(DUE_DATE) || (DUE_DATE === null && V_T === "N")) &&
    typeof ISSUED_AT === "string" &&
    !Number.isNaN(Date.parse(ISSUED_AT));
  if (!isValid) throw errors.licenceLimitsInvalid();
  return decodeOutput({ CUST_NAME: "", ...payload }, licenceContent) as LicenceFacts;
}

/** Throws licenceLimitsInvalid (S0013) if the limits of a licence to be issued are invalid. */
export function requireLimits(facts: LicenceFacts): void {
  decodeLicence(encodeOutput(facts, licenceContent));
}

export interface Licensed {
  readonly code: string;
  readonly auId: string;
  /** Current date in the tenant's time zone, YYYY-MM-DD. */
  readonly today: string;
  /**
   * Time of issue of the tenant's current licence. A licence file that was issued earlier is refused. undefined: no
   * licence yet.
   */
  readonly issuedAt: string | undefined;
}

/** Returns the content of a licence file. Throws an error with the reason if the tenant may not use the licence. */
export function openLicence(text: string, key: KeyObject, t: Licensed): LicenceFacts {
  const payload = verified(text, key);
  if (payload.AU_ID !== t.auId || payload.AimTenant !== t.code) throw errors.wrongSerialNumber();
  const facts = decodeLicence(payload);
  if (t.issuedAt !== undefined && Date.parse(facts.issuedAt) < Date.parse(t.issuedAt))
    throw errors.licenceFileInvalid();
  if (facts.validityControl && facts.dueDate !== null && facts.dueDate < t.today)
    throw errors.licenceExpired();
  return facts;
}
