import { codes, errors } from "@shotkeeper/contract/kernel";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { finishSso, type SsoCtx, startSso } from "../kernel/auth/oidc/flow.ts";
import { isOffered, readSso } from "../kernel/auth/oidc/settings.ts";
import {
  confirmEnrolledTotp,
  type Enrolled,
  enrolPasskey,
  enrolPasskeyOptions,
  enrolTotp,
  logInByPasskey,
  loginPasskeyOptions,
  openSession,
  type Proof,
  type StepCtx,
  stepPasskeyOptions,
  verifyStep,
} from "../kernel/auth/second-factor/second-step.ts";
import type { SessionOrigin } from "../kernel/auth/session-rows.ts";
import { sql } from "../kernel/db/sql.ts";
import { isLoopback } from "../kernel/loopback.ts";
import { ok } from "./envelope.ts";
import { text } from "./login-fields.ts";
import { entryOf, fieldOf, loggedIn, originOf } from "./sign-in.ts";
import { siteOfRequest } from "./site.ts";

const ticketLength = 100;

function proofOf(body: unknown): Proof {
  if (fieldOf(body, "PASSKEY") !== undefined) return { passkey: fieldOf(body, "PASSKEY") };
  if (fieldOf(body, "RECOVERY_CODE") !== undefined) return { recoveryCode: text(body, "RECOVERY_CODE", 40) };
  return { code: text(body, "CODE", 10) };
}

const enrolledFields = ({ recoveryCodes }: Enrolled) => ({ RECOVERY_CODES: recoveryCodes });

/** Registers the second step of the log-in, and the log-in by passkey and by single sign-on. */
export function signInRoutes(http: FastifyInstance, app: App): void {
  const stepCtx = (request: FastifyRequest, method: SessionOrigin["method"]): StepCtx => ({
    db: app.db,
    sessions: app.sessions,
    secrets: app.secrets,
    site: siteOfRequest(app.config, request),
    now: app.now(),
    origin: originOf(request, method),
  });
  const ssoCtx = (request: FastifyRequest): SsoCtx => {
    // Requires PUBLIC_URL. Otherwise a forged request could choose the address to which the provider sends another
    // user's code.
    if (!app.config.publicUrl && !isLoopback(request.hostname)) throw errors.notConfigured("PUBLIC_URL");
    return {
      db: app.db,
      secrets: app.secrets,
      providers: app.providers,
      allowPrivate: app.config.ssoAllowPrivate,
      site: siteOfRequest(app.config, request),
      now: app.now(),
    };
  };
  const ticketOf = (request: FastifyRequest) => text(request.body, "TICKET", ticketLength);

  http.post("/login/second", async (request, reply) => {
    const proof = proofOf(request.body);
    return loggedIn(reply, await verifyStep(stepCtx(request, "secondFactor"), ticketOf(request), proof));
  });

  http.post("/login/second/passkey", async (request, reply) => {
    const options = await stepPasskeyOptions(stepCtx(request, "secondFactor"), ticketOf(request));
    return ok(reply, codes.fetched, JSON.stringify({ OPTIONS: options }));
  });

  http.post("/login/enrol/totp", async (request, reply) => {
    const { secret, uri } = await enrolTotp(stepCtx(request, "secondFactor"), ticketOf(request));
    return ok(reply, codes.fetched, JSON.stringify({ SECRET: secret, URI: uri }));
  });

  http.post("/login/enrol/totp/confirm", async (request, reply) => {
    const code = text(request.body, "CODE", 10);
    const done = await confirmEnrolledTotp(stepCtx(request, "secondFactor"), ticketOf(request), code);
    return loggedIn(reply, done.token, enrolledFields(done));
  });

  http.post("/login/enrol/passkey", async (request, reply) => {
    const options = await enrolPasskeyOptions(stepCtx(request, "secondFactor"), ticketOf(request));
    return ok(reply, codes.fetched, JSON.stringify({ OPTIONS: options }));
  });

  http.post("/login/enrol/passkey/confirm", async (request, reply) => {
    const name = text(request.body, "PASSKEY_NAME", 60);
    const answer = fieldOf(request.body, "PASSKEY");
    const done = await enrolPasskey(stepCtx(request, "secondFactor"), ticketOf(request), name, answer);
    return loggedIn(reply, done.token, enrolledFields(done));
  });

  http.post("/login/passkey/options", async (request, reply) => {
    const options = await loginPasskeyOptions(stepCtx(request, "passkey"));
    return ok(reply, codes.fetched, JSON.stringify({ OPTIONS: options }));
  });

  http.post("/login/passkey", async (request, reply) => {
    const entry = entryOf(request.body);
    const answer = fieldOf(request.body, "PASSKEY");
    return loggedIn(reply, await logInByPasskey(stepCtx(request, "passkey"), answer, entry));
  });

  // Returns the ways of log-in beside the password: the tenant's single sign-on, and passkeys if a user of the tenant
  // has one.
  http.post("/login/ways", async (request, reply) => {
    const [tenants] = await app.db.platform(
      sql<{ tenant_id: number }>`
        select tenant_id from tenant where code = ${text(request.body, "TENANT_ID")}
      `,
    );
    const tenantId = tenants?.[0]?.tenant_id ?? 0;
    const s = await readSso(app.db, tenantId);
    const [passkeys] = await app.db.run(tenantId, [
      sql`select 1 from user_passkey where tenant_id = ${tenantId} limit 1`,
    ]);
    const ways = { SSO: isOffered(s) ? s.label : null, PASSKEY: passkeys.length > 0 ? "Y" : "N" };
    return ok(reply, codes.fetched, JSON.stringify(ways));
  });

  http.post("/login/sso/start", async (request, reply) => {
    const tenantCode = text(request.body, "TENANT_ID");
    const { url, browser } = await startSso(ssoCtx(request), { tenantCode, ...entryOf(request.body) });
    return ok(reply, codes.fetched, JSON.stringify({ URL: url, BROWSER: browser }));
  });

  http.post("/login/sso/finish", async (request, reply) => {
    const answer = new URLSearchParams(text(request.body, "ANSWER", 8000));
    const user = await finishSso(ssoCtx(request), answer, text(request.body, "BROWSER", ticketLength));
    return loggedIn(reply, await openSession(stepCtx(request, "sso"), user, user));
  });
}
