import { AppError, errors } from "@shotkeeper/contract/kernel";
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from "openid-client";
import { type CallerDb, DbError } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";
import type { Secrets } from "../../secrets.ts";
import type { Site } from "../../site.ts";
import { hashSecret, randomSecret, tenantOf, tenantSecret } from "../secret.ts";
import type { Claims } from "./claims.ts";
import { type Providers, reasonOf } from "./provider.ts";
import { clientSecretPurpose, isOffered, readSso, type SsoRow } from "./settings.ts";
import { userOfAccount } from "./users.ts";

/** Time that a user has to sign in at the provider, ms. */
const lifeMs = 10 * 60_000;

export interface SsoCtx {
  readonly db: CallerDb;
  readonly secrets: Secrets;
  readonly providers: Providers;
  readonly allowPrivate: boolean;
  readonly site: Site;
  readonly now: number;
}

/**
 * Address of the start page, to which the provider sends users back. The page reads the provider's answer from the URL.
 */
export const redirectUriOf = (site: Site) => `${site.origin}/`;

async function providerOf(c: SsoCtx, tenantId: number, s: SsoRow): Promise<Configuration> {
  const clientSecret =
    s.client_secret === "" ? "" : c.secrets.open(tenantId, clientSecretPurpose, s.client_secret);
  return c.providers.find(
    { issuer: s.issuer, clientId: s.client_id, clientSecret, allowPrivate: c.allowPrivate },
    c.now,
  );
}

/** A sign-in that has begun: the address of the provider's page, and a secret that stays in the browser. */
export interface SsoStart {
  readonly url: string;
  readonly browser: string;
}

/**
 * Begins a sign-in (authorization code with PKCE, state and nonce). Throws ssoOff (S0430) if the tenant does not offer
 * single sign-on.
 */
export async function startSso(
  c: SsoCtx,
  w: { readonly tenantCode: string; readonly remember: boolean; readonly devType: "PC" | "PDA" },
): Promise<SsoStart> {
  const [tenants] = await c.db.platform(
    sql<{ tenant_id: number }>`select tenant_id from tenant where code = ${w.tenantCode}`,
  );
  const tenantId = tenants?.[0]?.tenant_id;
  const s = tenantId === undefined ? undefined : await readSso(c.db, tenantId);
  if (tenantId === undefined || !isOffered(s)) throw errors.ssoOff();
  const config = await providerOf(c, tenantId, s);
  const [state, nonce, verifier, browser] = [
    tenantSecret(tenantId),
    randomNonce(),
    randomPKCECodeVerifier(),
    randomSecret(),
  ];
  const redirectUri = redirectUriOf(c.site);
  const url = buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: ["openid", "profile", "email", ...s.scope.split(/\s+/)].filter((name) => name !== "").join(" "),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  await c.db.run(tenantId, [
    sql`delete from sso_flow where tenant_id = ${tenantId} and expires_at < ${new Date(c.now)}`,
    sql`
      insert into sso_flow (
        tenant_id, state_hash, browser_hash, nonce, code_verifier, redirect_uri, dev_type, remember, expires_at
      )
      values (
        ${tenantId}, ${hashSecret(state)}, ${hashSecret(browser)}, ${nonce}, ${verifier}, ${redirectUri},
        ${w.devType}, ${w.remember}, ${new Date(c.now + lifeMs)}
      )
    `,
  ]);
  return { url: url.href, browser };
}

interface FlowRow {
  readonly nonce: string;
  readonly code_verifier: string;
  readonly redirect_uri: string;
  readonly dev_type: string;
  readonly remember: boolean;
  readonly expires_at: string;
}

/** A user who has signed in at the provider. */
export interface SsoUser {
  readonly tenantId: number;
  readonly userId: string;
  readonly remember: boolean;
  readonly devType: "PC" | "PDA";
}

/**
 * Completes a sign-in: exchanges the provider's code once and finds or creates the user. `browser` proves that the same
 * browser began the sign-in. So a link from an attacker cannot log a browser in to the attacker's account.
 * @param answer parameters of the address to which the provider redirected
 * @throws AppError ssoFailed (S0427) if the answer is not accepted, stepExpired (S0422) for an unknown or used state
 */
export async function finishSso(c: SsoCtx, answer: URLSearchParams, browser: string): Promise<SsoUser> {
  const state = answer.get("state") ?? "";
  const tenantId = tenantOf(state);
  if (tenantId === undefined) throw errors.stepExpired();
  const [flows] = await c.db.run(tenantId, [
    sql<FlowRow>`
      delete
      from sso_flow
      where tenant_id = ${tenantId} and state_hash = ${hashSecret(state)} and browser_hash = ${hashSecret(browser)}
      returning nonce, code_verifier, redirect_uri, dev_type, remember, expires_at
    `,
  ]);
  const flow = flows[0];
  if (!flow || Date.parse(flow.expires_at) < c.now) throw errors.stepExpired();
  const s = await readSso(c.db, tenantId);
  if (!isOffered(s)) throw errors.ssoOff();
  const config = await providerOf(c, tenantId, s);
  const claims = await claimsOf(config, flow, state, answer);
  const account = { issuer: String(claims.iss), subject: String(claims.sub), claims };
  return {
    tenantId,
    userId: await userOfAccount(c.db, tenantId, s, account, c.now),
    remember: flow.remember,
    devType: flow.dev_type === "PDA" ? "PDA" : "PC",
  };
}

/** Exchanges the code for the claims of the account: from the ID token, and then from the user info endpoint. */
async function claimsOf(
  config: Configuration,
  flow: FlowRow,
  state: string,
  answer: URLSearchParams,
): Promise<Claims> {
  const url = new URL(flow.redirect_uri);
  url.search = answer.toString();
  try {
    const tokens = await authorizationCodeGrant(config, url, {
      pkceCodeVerifier: flow.code_verifier,
      expectedNonce: flow.nonce,
      expectedState: state,
      idTokenExpected: true,
    });
    const idToken = tokens.claims();
    if (!idToken) throw errors.ssoFailed("no ID token");
    const more = config.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(config, tokens.access_token, idToken.sub)
      : {};
    return { ...more, ...idToken };
  } catch (cause) {
    if (cause instanceof AppError || cause instanceof DbError) throw cause;
    throw errors.ssoFailed(reasonOf(cause));
  }
}
