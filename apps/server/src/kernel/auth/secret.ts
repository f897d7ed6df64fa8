import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** Hashes a random secret. Its entropy makes a slow password hash unnecessary. */
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

/** Creates a token that names its tenant, so that it is looked up under that tenant's row-level security. */
export function tenantSecret(tenantId: number): string {
  return `${tenantId}.${randomSecret()}`;
}

/** Returns the tenant that a token names, or undefined if it is no token. */
export function tenantOf(token: string): number | undefined {
  const m = /^(\d{1,9})\.[A-Za-z0-9_-]{20,64}$/.exec(token);
  return m ? Number(m[1]) : undefined;
}
