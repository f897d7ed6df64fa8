import { errors } from "@shotkeeper/contract/kernel";
import { licenceList, seatList, tenant, tenantInfo, tenantLicence } from "@shotkeeper/contract/system";
import { holdsSeat } from "../../kernel/auth/seats.ts";
import type { Config } from "../../kernel/config.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { storedBytes } from "../../kernel/files/storage.ts";
import { implement, table } from "../../kernel/registry.ts";
import { userScope } from "./user.table.ts";

const due = { licenceDue: "t.due_date" };

const seatsInUse = (devType: string) => (ctx: Ctx) =>
  sql`
    select count(*)
    from session s
    where s.tenant_id = ${ctx.who.tenantId}
      and s.dev_type = ${devType}
      and ${holdsSeat("s", ctx.now)}
  `;

export const tenantInfoImpl = ({ tenantLimits: { storageMb } }: Pick<Config, "tenantLimits">) =>
  implement(tenantInfo, {
    from: "tenant",
    columns: {
      ...due,
      pcUsed: seatsInUse("PC"),
      pdaUsed: seatsInUse("PDA"),
      storageMb: sql`coalesce(t.storage_mb, ${storageMb}::int)`,
      storageUsed: (ctx) => sql`ceil(${storedBytes(ctx.who.tenantId)} / 1048576.0)::int`,
    },
  });

export const tenantQueries = [
  implement(licenceList, {
    from: "tenant_licence",
    columns: due,
    order: [{ field: "licenceId", direction: "desc" }],
  }),
  implement(seatList, {
    from: (ctx) =>
      sql`
        (
          select
            s.tenant_id, left(s.token_hash, 12) as seat_id, s.user_id, u.user_name, s.dev_type,
            s.created_at as logged_in_at, s.seen_at, u.org_id
          from session s
          join "user" u on u.tenant_id = ${ctx.who.tenantId} and u.user_id = s.user_id
          where s.tenant_id = ${ctx.who.tenantId} and ${holdsSeat("s", ctx.now)}
        ) t
      `,
    where: (ctx) => userScope(ctx),
    order: [{ field: "loggedInAt", direction: "desc" }],
  }),
];

/** Throws invalidField (S0200) unless the logo is a picture that was uploaded as the logo of this tenant. */
async function checkLogo(ctx: Ctx, logo: unknown): Promise<void> {
  if (logo === null || logo === undefined) return;
  const { tenantId } = ctx.who;
  const [found] = await ctx.db.run(tenantId, [
    sql`
      select 1
      from file_info
      where tenant_id = ${tenantId}
        and file_path = ${logo}
        and owner_table = 'SYS_TENANT'
        and owner_part = 'LOGO'
        and media_type like 'image/%'
    `,
  ]);
  if (!found?.length) throw errors.invalidField("logo");
}

/**
 * Returns whether a host name is the name of the server itself, which belongs to no tenant: localhost, an IPv4 address,
 * or the host of PUBLIC_URL.
 */
const isServerHost = (host: unknown, { site }: Ctx): boolean =>
  typeof host === "string" && (host === "localhost" || host === site?.rpId || /^[\d.]+$/.test(host));

export const tenantTables = [
  table(tenant, {
    from: "tenant",
    columns: due,
    writes: ["M"],
    async check(ctx, _action, rows) {
      for (const row of rows) {
        await checkLogo(ctx, row.logo);
        if (isServerHost(row.shopHost, ctx)) throw errors.invalidField("shopHost");
      }
    },
    done: (ctx) => ctx.events.emit(ctx.who.tenantId, { type: "session" }),
  }),
  table(tenantLicence, { from: "tenant_licence", columns: due, writes: [] }),
];
