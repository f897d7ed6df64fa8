import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** Hashes a random secret. A slow password hash is unnecessary, because the secret is too long to be guessed. */
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

/**
 * Creates a secret token that contains its tenant's id. The id is needed to look up the token under row-level
 * security.
 */
export function tenantSecret(tenantId: number): string {
  return `${tenantId}.${randomSecret()}`;
}

/** Returns the tenant id that a token contains. Returns undefined if the text is not a token. */
export function tenantOf(token: string): number | undefined {
  const m = /^(\d{1,9})\.[A-Za-z0-9_-]{20,64}$/.exec(token);
  return m ? Number(m[1]) : undefined;
}
