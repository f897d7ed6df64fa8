import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** Random secrets carry enough entropy that a plain SHA-256 keeps them. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "base64url");
}

export function randomSecret(bytes = 24): string {
  return randomBytes(bytes).toString("base64url");
}

export function sameSecret(secret: string, hash: string): boolean {
  const a = Buffer.from(hashSecret(secret));
  const b = Buffer.from(hash);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A token or key names its tenant, so that it is looked up under that tenant's guard. */
export function tenantSecret(tenantId: number): string {
  return `${tenantId}.${randomSecret()}`;
}

/** The tenant a token names; undefined when it has not the form of one. */
export function tenantOf(token: string): number | undefined {
  const m = /^(\d{1,9})\.[A-Za-z0-9_-]{20,64}$/.exec(token);
  return m ? Number(m[1]) : undefined;
}
