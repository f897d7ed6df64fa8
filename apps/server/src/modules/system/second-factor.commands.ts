import { errors } from "@shotkeeper/contract/kernel";
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  resetSecondFactor,
  secondFactorState,
} from "@shotkeeper/contract/system";
import { type Factors, readFactors, removeAllFactors } from "../../kernel/auth/second-factor/factors.ts";
import { confirmOwner } from "../../kernel/auth/second-factor/owner.ts";
import { registrationOptions, addPasskey as storePasskey } from "../../kernel/auth/second-factor/passkeys.ts";
import { firstRecoveryCodes, newRecoveryCodes } from "../../kernel/auth/second-factor/recovery.ts";
import { acceptTotp, createTotp } from "../../kernel/auth/second-factor/totp.ts";
import { countTry, forgetTries } from "../../kernel/auth/second-factor/tries.ts";
import { lockSessions } from "../../kernel/auth/session-rows.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle } from "../../kernel/registry.ts";
import type { Site } from "../../kernel/site.ts";
import { notifySessions } from "./granting.ts";
import { requireOtherUser } from "./user.commands.ts";

/** Purpose of the challenge for a new passkey. It contains the user id, so no other user can answer the challenge. */
const purposeOf = ({ who }: Ctx) => `add ${who.tenantId} ${who.userId}`;

function siteOf({ site }: Ctx): Site {
  if (!site) throw errors.passkeyRefused();
  return site;
}

const logSql = (ctx: Ctx, change: object, userId = ctx.who.userId): Sql =>
  sql`${logInto(ctx, "secondFactor", "SYS_USER", "after")} ${userId}, ${JSON.stringify(change)}::jsonb returning 1`;

async function factorsOf({ db, who }: Ctx): Promise<Factors> {
  const factors = await readFactors(db, who.tenantId, who.userId);
  if (!factors) throw errors.sessionEnded();
  return factors;
}

/** Statement that deletes the recovery codes of a user who has no factor left. */
const dropCodesWithoutFactor = ({ who: { tenantId, userId } }: Ctx): Sql => sql`
  delete
  from user_recovery_code
  where tenant_id = ${tenantId}
    and user_id = ${userId}
    and not exists (
      select from user_totp where tenant_id = ${tenantId} and user_id = ${userId} and confirmed_at is not null
    )
    and not exists (select from user_passkey where tenant_id = ${tenantId} and user_id = ${userId})
`;

/** Throws secondFactorRequired (S0423) if the user must keep a factor and has only one. */
async function requireAnotherFactor(ctx: Ctx): Promise<void> {
  const f = await factorsOf(ctx);
  if (f.needs_factor && f.passkeys + (f.has_totp ? 1 : 0) <= 1) throw errors.secondFactorRequired();
}

const totpCommands = [
  handle(beginTotp, async (ctx, { password }) => {
    await confirmOwner(ctx, password);
    const { tenantId, tenantCode, userId } = ctx.who;
    const key = await createTotp(ctx.db, ctx.secrets, { tenantId, tenantCode, userId }, ctx.now);
    if (!key) throw errors.wrongState();
    return key;
  }),

  handle(confirmTotp, async (ctx, { totpCode }) => {
    const { tenantId, userId } = ctx.who;
    await countTry(ctx.db, tenantId, userId, ctx.now);
    if (!(await acceptTotp(ctx.db, ctx.secrets, ctx.who, totpCode, ctx.now, "confirm")))
      throw errors.wrongCode();
    await forgetTries(ctx.db, tenantId, userId);
    await ctx.db.run(tenantId, [logSql(ctx, { added: "totp" })]);
    return { recoveryCodes: await firstRecoveryCodes(ctx.db, tenantId, userId) };
  }),

  handle(removeTotp, async (ctx, { password }) => {
    await confirmOwner(ctx, password);
    const { tenantId, userId } = ctx.who;
    if (!(await factorsOf(ctx)).has_totp) throw errors.nothingDeleted();
    await requireAnotherFactor(ctx);
    await ctx.db.run(tenantId, [
      sql`delete from user_totp where tenant_id = ${tenantId} and user_id = ${userId}`,
      dropCodesWithoutFactor(ctx),
      logSql(ctx, { removed: "totp" }),
    ]);
    return null;
  }),

  handle(renewRecoveryCodes, async (ctx, { password }) => {
    await confirmOwner(ctx, password);
    const { tenantId, userId } = ctx.who;
    const { has_totp: hasTotp, passkeys } = await factorsOf(ctx);
    if (!hasTotp && passkeys === 0) throw errors.wrongState();
    const { codes, store } = newRecoveryCodes(tenantId, userId);
    await ctx.db.run(tenantId, [...store, logSql(ctx, { renewed: "recoveryCodes" })]);
    return { recoveryCodes: codes };
  }),
];

const passkeyCommands = [
  handle(beginPasskey, async (ctx, { password }) => {
    await confirmOwner(ctx, password);
    return { options: await registrationOptions(ctx.db, siteOf(ctx), ctx.who, purposeOf(ctx), ctx.now) };
  }),

  handle(addPasskey, async (ctx, { passkeyName, credential }) => {
    const { tenantId, userId } = ctx.who;
    await storePasskey(ctx.db, siteOf(ctx), ctx.who, passkeyName, credential, purposeOf(ctx), ctx.now);
    await ctx.db.run(tenantId, [logSql(ctx, { added: "passkey", name: passkeyName })]);
    return { recoveryCodes: await firstRecoveryCodes(ctx.db, tenantId, userId) };
  }),

  handle(renamePasskey, async (ctx, { passkeyId, passkeyName }) => {
    const { tenantId, userId } = ctx.who;
    const [renamed] = await ctx.db.run(tenantId, [
      sql`
        update user_passkey
        set passkey_name = ${passkeyName}
        where tenant_id = ${tenantId} and user_id = ${userId} and credential_id = ${passkeyId}
        returning 1
      `,
    ]);
    if (!renamed.length) throw errors.unknownReference("passkeyId");
    return null;
  }),

  handle(removePasskey, async (ctx, { passkeyId, password }) => {
    await confirmOwner(ctx, password);
    await requireAnotherFactor(ctx);
    const { tenantId, userId } = ctx.who;
    const [removed] = await ctx.db.run(tenantId, [
      sql<{ passkey_name: string }>`
        delete
        from user_passkey
        where tenant_id = ${tenantId} and user_id = ${userId} and credential_id = ${passkeyId}
        returning passkey_name
      `,
      dropCodesWithoutFactor(ctx),
    ]);
    const [row] = removed;
    if (!row) throw errors.unknownReference("passkeyId");
    await ctx.db.run(tenantId, [logSql(ctx, { removed: "passkey", name: row.passkey_name })]);
    return null;
  }),
];

/**
 * Commands with which users manage their own second factors, and an administrator resets the factors of another user.
 */
export const secondFactorCommands = [
  handle(secondFactorState, async (ctx) => {
    const { tenantId, userId } = ctx.who;
    const f = await factorsOf(ctx);
    const [passkeys] = await ctx.db.run(tenantId, [
      sql<{ passkeyId: string; passkeyName: string; createdAt: string; usedAt: string | null }>`
        select
          credential_id as "passkeyId", passkey_name as "passkeyName", created_at as "createdAt",
          used_at as "usedAt"
        from user_passkey
        where tenant_id = ${tenantId} and user_id = ${userId}
        order by created_at, credential_id
      `,
    ]);
    return {
      hasTotp: f.has_totp,
      recoveryCodesLeft: f.recovery_codes,
      isRequired: f.needs_factor,
      hasPassword: f.has_password,
      ssoIssuer: f.sso_issuer,
      passkeys,
    };
  }),
  ...totpCommands,
  ...passkeyCommands,

  handle(resetSecondFactor, async (ctx, { userId }) => {
    await requireOtherUser(ctx, userId);
    const { tenantId } = ctx.who;
    const [removed] = await ctx.db.run(tenantId, [
      ...removeAllFactors(tenantId, userId),
      lockSessions(tenantId, sql`user_id = ${userId}`),
      sql`delete from session where tenant_id = ${tenantId} and user_id = ${userId}`,
      logSql(ctx, { removed: "all" }, userId),
    ]);
    notifySessions(ctx, [userId]);
    return { count: removed?.length ?? 0 };
  }),
];
