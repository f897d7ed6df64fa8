import { errors } from "@shotkeeper/contract/kernel";
import { activatePackage, clientPackage, packageList, rollBackPackage } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle, implement, table } from "../../kernel/registry.ts";

const stored = { packageVersion: "t.version" };

export const packageListImpl = implement(packageList, {
  from: "client_package",
  columns: stored,
  order: [{ field: "packageId", direction: "desc" }],
});

export const packageTable = table(clientPackage, {
  from: "client_package",
  columns: stored,
  writes: ["D"],
  async check(ctx, _action, rows) {
    const { tenantId } = ctx.who;
    const [found] = await ctx.db.run(tenantId, [
      sql<{ id: number; in_use: boolean; updated: string }>`
        select package_id as id, in_use, updated_date as updated
        from client_package
        where tenant_id = ${tenantId} and package_id = any(${rows.map((r) => r.packageId)}::bigint[])
      `,
    ]);
    if (found.some((p) => p.in_use)) throw errors.inUse("SYS_PACKAGE");
    // Optimistic lock: if another request activates a version after this read, nothing is deleted.
    for (const row of rows) row.updatedDate ??= found.find((p) => p.id === Number(row.packageId))?.updated;
  },
});

interface Version {
  readonly package_id: number;
  readonly package_kind: string;
  readonly version: string;
  readonly in_use: boolean;
}

/** Reads and locks versions of client packages. The version that was activated last comes first. */
async function versions(tx: Tx, where: Sql): Promise<Version[]> {
  return tx.query(
    sql<Version>`
      select package_id, package_kind, version, in_use
      from client_package
      where tenant_id = ${tx.tenantId} and ${where}
      order by activated_at desc nulls last, package_id
      for update
    `,
  );
}

/**
 * Returns statements that deactivate the version `old` and activate the version `next`. `isBack` is true for a
 * rollback.
 */
function putInUse(ctx: Ctx, old: Version | undefined, next: Version, isBack: boolean): Sql[] {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const stamps = sql`updated_by = ${userId}, updated_date = ${at}`;
  // Clears the activation time of a version that is rolled back. Otherwise the next rollback would activate it again.
  const deactivated = isBack ? sql`activated_at = null,` : sql.empty;
  const activated = isBack ? sql.empty : sql`activated_at = ${at}, activated_by = ${userId},`;
  return [
    ...(old
      ? [
          sql`
            update client_package
            set in_use = false, ${deactivated} ${stamps}
            where tenant_id = ${tenantId} and package_id = ${old.package_id}
          `,
        ]
      : []),
    sql`
      update client_package
      set in_use = true, ${activated} ${stamps}
      where tenant_id = ${tenantId} and package_id = ${next.package_id}
    `,
    sql`
      ${logInto(ctx, "activate", "SYS_PACKAGE")} ${next.package_kind},
      ${JSON.stringify({ version: old?.version ?? null })}::jsonb,
      ${JSON.stringify({ version: next.version })}::jsonb returning 1
    `,
  ];
}

export const packageCommands = [
  handle(activatePackage, async (ctx, { packageId }) => {
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const all = await versions(
        tx,
        sql`
          package_kind = (
            select package_kind
            from client_package
            where tenant_id = ${tx.tenantId} and package_id = ${packageId}
          )
        `,
      );
      const next = all.find((v) => v.package_id === packageId);
      if (!next) throw errors.unknownReference("packageId");
      if (next.in_use) return;
      await tx.all(
        putInUse(
          ctx,
          all.find((v) => v.in_use),
          next,
          false,
        ),
      );
    });
    return null;
  }),

  handle(rollBackPackage, async (ctx, { packageKind }) => {
    return ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const used = await versions(tx, sql`package_kind = ${packageKind} and activated_at is not null`);
      const old = used.find((v) => v.in_use);
      const next = used.find((v) => !v.in_use);
      if (!old || !next) throw errors.wrongState();
      await tx.all(putInUse(ctx, old, next, true));
      return { version: next.version };
    });
  }),
];
