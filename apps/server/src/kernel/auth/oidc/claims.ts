import { errors } from "@shotkeeper/contract/kernel";
import { user } from "@shotkeeper/contract/system";
import type { SsoRow } from "./settings.ts";

export type Claims = Readonly<Record<string, unknown>>;

/** Returns a text claim without spaces around it, or null. */
export function textClaim(claims: Claims, name: string): string | null {
  const value = claims[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** Returns the values of a claim that is a text or a list. Dots in the name lead into nested claims. */
function valuesOf(claims: Claims, name: string): string[] {
  let value: unknown = claims[name];
  // Splits the name at its dots only if no claim has the whole name. Some providers use a URL as the name of a claim,
  // and a URL contains dots.
  if (value === undefined)
    for (const part of name.split(".")) {
      const holder: unknown = value ?? claims;
      value =
        typeof holder === "object" && holder !== null && Object.hasOwn(holder, part)
          ? (holder as Claims)[part]
          : undefined;
      if (value === undefined) break;
    }
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((v) => typeof v === "string" || typeof v === "number").map(String);
}

/**
 * Returns the role of a user. `role_claim` names the claim to look at, and `role_map` maps its values to roles; the
 * first entry that fits decides. If no entry fits, returns the default role.
 */
export function roleOf(claims: Claims, s: SsoRow): string | null {
  const values = s.role_claim === null ? [] : valuesOf(claims, s.role_claim);
  return s.role_map.find((m) => values.includes(m.value))?.role ?? s.default_role;
}

/** Returns the mail address in small letters, if the provider states that it belongs to the account. */
export function verifiedMail(claims: Claims): string | null {
  const { email_verified: isVerified } = claims;
  return isVerified === true || isVerified === "true"
    ? (textClaim(claims, "email")?.toLowerCase() ?? null)
    : null;
}

/** Throws ssoNoUser (S0428) unless the account's verified mail address is in the tenant's domain. */
export function requireDomain(claims: Claims, domain: string | null): void {
  if (domain === null) return;
  if (!verifiedMail(claims)?.endsWith(`@${domain.toLowerCase()}`)) throw errors.ssoNoUser();
}

/**
 * Returns the possible ids for a new user, the best one first: the account's preferred name, its mail address, and both
 * without the part after the @. Removes the characters that an id must not have.
 */
export function newUserIds(claims: Claims): readonly string[] {
  const { length = 50, pattern } = user.fields.userId;
  const names = [textClaim(claims, "preferred_username"), verifiedMail(claims)].map((n) => n ?? "");
  return [...names, ...names.map((n) => n.replace(/@.*$/s, ""))]
    .map((n) => n.replace(/[^A-Za-z0-9_.@-]/g, "").slice(0, length))
    .filter((id) => pattern?.test(id));
}
