import { errors } from "@shotkeeper/contract/kernel";
import { type RoleOfClaim, saveSso, ssoMode, ssoSettings, testSso } from "@shotkeeper/contract/system";
import { redirectUriOf } from "../../kernel/auth/oidc/flow.ts";
import type { Providers } from "../../kernel/auth/oidc/provider.ts";
import { clientSecretPurpose, readSso, type SsoRow } from "../../kernel/auth/oidc/settings.ts";
import { confirmOwner } from "../../kernel/auth/second-factor/owner.ts";
import type { Config } from "../../kernel/config.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle } from "../../kernel/registry.ts";
import { requireGrantable } from "./user.table.ts";

const mostRoles = 100;

/** Throws invalidField unless the value is a list of claim values with their roles. */
function checkedRoleMap(value: unknown): RoleOfClaim[] {
  const list: unknown[] = value === null ? [] : Array.isArray(value) ? value : [undefined];
  if (list.length > mostRoles) throw errors.tooManyRows(mostRoles);
  return list.map((item) => {
    const { value: name, role } = (item ?? {}) as Partial<RoleOfClaim>;
    if (typeof name !== "string" || name.trim() === "" || name.length > 200 || typeof role !== "string")
      throw errors.invalidField("roleMap");
    return { value: name.trim(), role };
  });
}

/**
 * Throws unless all roles exist and the caller may grant them. Later log-ins through the provider give users these
 * roles.
 */
async function requireRoles(ctx: Ctx, roles: readonly string[]): Promise<void> {
  const { tenantId } = ctx.who;
  const wanted = [...new Set(roles)];
  const [known] = await ctx.db.run(tenantId, [
    sql`select 1 from role where tenant_id = ${tenantId} and role_code = any(${wanted}::text[])`,
  ]);
  if (known.length < wanted.length) throw errors.invalidField("roleMap");
  await requireGrantable(ctx, [], wanted);
}

/**
 * Throws if the change would let the provider sign in as any user, and the caller may not grant the roles of all users.
 * Such a change is another issuer, or the linking of accounts by their mail address.
 */
async function requireTrusted(
  ctx: Ctx,
  input: { issuer: string; linksByMail: boolean },
  stored: SsoRow | undefined,
): Promise<void> {
  const { tenantId } = ctx.who;
  if (!input.linksByMail && stored?.issuer === input.issuer) return;
  const [roles] = await ctx.db.run(tenantId, [
    sql<{ role_code: string }>`
      select distinct role_code
      from "user"
      where tenant_id = ${tenantId} and role_code is not null
    `,
  ]);
  await requireGrantable(
    ctx,
    [],
    roles.map((r) => r.role_code),
  );
}

/** Commands for the settings of a tenant's single sign-on. */
export const ssoCommands = (config: Config, providers: Providers) => [
  handle(ssoSettings, async (ctx) => {
    const s = await readSso(ctx.db, ctx.who.tenantId);
    return {
      signOnMode: s?.mode ?? ssoMode.values.off,
      issuer: s?.issuer ?? "",
      clientId: s?.client_id ?? "",
      providerName: s?.label ?? "",
      extraScopes: s?.scope ?? "",
      roleClaim: s?.role_claim ?? null,
      roleMap: s?.role_map ?? [],
      defaultRole: s?.default_role ?? null,
      mailDomain: s?.mail_domain ?? null,
      createsUsers: s?.creates_users ?? false,
      linksByMail: s?.links_by_mail ?? false,
      hasSecret: (s?.client_secret ?? "") !== "",
      redirectUri: ctx.site ? redirectUriOf(ctx.site) : "",
      updatedBy: s?.updated_by ?? null,
      updatedDate: s?.updated_date ?? null,
    };
  }),

  handle(saveSso, async (ctx, input) => {
    const { tenantId, userId } = ctx.who;
    const roleMap = checkedRoleMap(input.roleMap);
    const roles = [...roleMap.map((m) => m.role), ...(input.defaultRole === null ? [] : [input.defaultRole])];
    await requireRoles(ctx, roles);
    const before = await readSso(ctx.db, tenantId);
    await requireTrusted(ctx, input, before);
    // Asks for the secret again, because the stored one would be sent to another provider.
    const { clientSecret, withoutSecret, updatedDate, password, ...shown } = input;
    if (withoutSecret && clientSecret !== null) throw errors.invalidField("clientSecret");
    const isOtherIssuer = before !== undefined && before.issuer !== input.issuer;
    if (isOtherIssuer && before.client_secret !== "" && clientSecret === null && !withoutSecret)
      throw errors.missingField("clientSecret");
    await confirmOwner(ctx, password);
    // Null keeps the stored secret. An empty one is that of a public client.
    const given =
      clientSecret === null ? null : ctx.secrets.seal(tenantId, clientSecretPurpose, clientSecret);
    const secret = withoutSecret ? "" : given;
    const at = new Date(ctx.now);
    const [stored] = await ctx.db.run(tenantId, [
      sql`
        insert into sso_setting as s (
          tenant_id, mode, issuer, client_id, client_secret, label, scope, role_claim, role_map, default_role,
          mail_domain, creates_users, links_by_mail, updated_by, updated_date
        )
        values (
          ${tenantId}, ${input.signOnMode}, ${input.issuer}, ${input.clientId}, ${secret ?? ""}, ${input.providerName},
          ${input.extraScopes ?? ""}, ${input.roleClaim}, ${JSON.stringify(roleMap)}::jsonb, ${input.defaultRole},
          ${input.mailDomain}, ${input.createsUsers}, ${input.linksByMail}, ${userId}, ${at}
        )
        on conflict (tenant_id) do update
        set
          mode = excluded.mode, issuer = excluded.issuer, client_id = excluded.client_id,
          client_secret = case
            when ${secret === null}::boolean then s.client_secret
            else excluded.client_secret
          end,
          label = excluded.label, scope = excluded.scope, role_claim = excluded.role_claim,
          role_map = excluded.role_map, default_role = excluded.default_role, mail_domain = excluded.mail_domain,
          creates_users = excluded.creates_users, links_by_mail = excluded.links_by_mail,
          updated_by = excluded.updated_by, updated_date = excluded.updated_date
        where s.updated_date is not distinct from ${updatedDate}::timestamptz
        returning 1
      `,
    ]);
    if (!stored.length) throw errors.changedMeanwhile();
    await ctx.db.run(tenantId, [
      sql`
        ${logInto(ctx, "sso", "SYS_TENANT", "after")} ${ctx.who.tenantCode},
        ${JSON.stringify({ ...shown, roleMap, secretChanged: secret !== null })}::jsonb returning 1
      `,
    ]);
    return null;
  }),

  handle(testSso, async (ctx, { issuer }) => {
    const client = { issuer, clientId: "test", clientSecret: "", allowPrivate: config.ssoAllowPrivate };
    const found = await providers.find(client, ctx.now);
    return { authorizationEndpoint: (found.serverMetadata().authorization_endpoint ?? "").slice(0, 500) };
  }),
];
