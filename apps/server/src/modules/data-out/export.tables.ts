import {
  type DatasetName,
  dataExport,
  dataExportList,
  dataExportRun,
  dataExportRuns,
  exportRunState,
  exportTarget,
  exportTargets,
  refuseExport,
  saveExportSecret,
  takeOverExport,
  writeExportAgain,
} from "@shotkeeper/contract/data-out";
import { AppError, errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle, implement, type QueryImpl, type TableImpl, table } from "../../kernel/registry.ts";
import { requireDataset } from "./datasets.ts";
import { isEntitled, ownerOf } from "./owner.ts";
import { readExportSettings } from "./settings.ts";
import { exportSecretPurpose } from "./write-export.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

/** SQL condition: the caller sees the whole tenant, because exports contain rows of the whole tenant. */
const wholeTenant = ({ who }: Ctx) => (who.scope.kind === "tenant" ? sql`true` : sql`false`);

const { waiting, running, done, failed } = exportRunState.values;
const maxAgain = 1000;

const countOf =
  (...states: readonly string[]) =>
  (ctx: Ctx) =>
    sql`
    select count(*)
    from data_export_run r
    where r.tenant_id = ${ctx.who.tenantId} and r.export_id = t.export_id and r.run_state = any(${states}::text[])
  `;

export const exportQueries: readonly QueryImpl[] = [
  implement(dataExportList, {
    from: "data_export",
    where: wholeTenant,
    columns: {
      hasSecret: (ctx) => sql`
        exists (
          select from data_export_secret s where s.tenant_id = ${ctx.who.tenantId} and s.export_id = t.export_id
        )
      `,
      lastFileAt: (ctx) => sql`
        select max(r.finished_at)
        from data_export_run r
        where r.tenant_id = ${ctx.who.tenantId} and r.export_id = t.export_id
      `,
      exportOwner: ({ who: { tenantId } }) => sql`
        select u.user_name from "user" u where u.tenant_id = ${tenantId} and u.user_id = ${ownerOf("t")}
      `,
      isStopped: ({ who: { tenantId } }) => sql`not ${isEntitled(tenantId, "t")}`,
      waitingFiles: countOf(waiting, running),
      failedFiles: countOf(failed),
    },
  }),
  implement(dataExportRuns, {
    from: (ctx) => sql`
      data_export_run t
      join data_export e on e.tenant_id = ${ctx.who.tenantId} and e.export_id = t.export_id
    `,
    where: wholeTenant,
    columns: { exportName: "e.export_name" },
    order: [{ field: "dataFrom", direction: "desc" }],
  }),
];

/** Returns the schedules as they will be after the write: the stored fields, overwritten by the sent ones. */
async function merged(ctx: Ctx, action: string, rows: Rows): Promise<Rows> {
  if (action === "A") return rows;
  const { tenantId } = ctx.who;
  const ids = rows.map((r) => r.exportId);
  const [stored] = await ctx.db.run(tenantId, [
    sql`
      select export_id as "exportId", is_on as "isOn", datasets, export_target as "exportTarget",
        s3_endpoint as "s3Endpoint", s3_region as "s3Region", s3_bucket as "s3Bucket", s3_key_id as "s3KeyId"
      from data_export
      where tenant_id = ${tenantId} and export_id = any(${ids}::text[])
    `,
  ]);
  return rows.map((r) => ({ ...stored.find((s) => s.exportId === r.exportId), ...r }));
}

export const exportTables: readonly TableImpl[] = [
  table(dataExport, {
    from: "data_export",
    where: wholeTenant,
    writes: ["A", "M", "D"],
    check: async (ctx, action, rows) => {
      if (ctx.who.scope.kind !== "tenant") throw errors.forbidden();
      if (action === "D") return;
      for (const row of await merged(ctx, action, rows)) {
        const refusal = refuseExport(row);
        if (refusal) throw new AppError(refusal);
        // If the operator has set no export folder, refuses to switch on a schedule that writes to a folder. Such a
        // schedule can still be stored while it is off.
        if (row.isOn === true && row.exportTarget === exportTarget.values.folder && !readExportSettings().dir)
          throw errors.exportNoFolder();
        if (row.s3Endpoint && !URL.canParse(String(row.s3Endpoint))) throw errors.invalidField("s3Endpoint");
        // Refuses a dataset that the user may not read, so that a schedule cannot export more than the user sees.
        for (const name of row.datasets as readonly DatasetName[]) requireDataset(ctx, name);
      }
    },
    // A schedule that writes to a folder needs no secret key, so none stays behind.
    after: (ctx, action, rows) =>
      action === "M"
        ? [
            sql`
              delete from data_export_secret s
              where s.tenant_id = ${ctx.who.tenantId}
                and s.export_id = any(${rows.map((r) => String(r.exportId))}::text[])
                and exists (
                  select
                  from data_export t
                  where t.tenant_id = ${ctx.who.tenantId} and t.tenant_id = s.tenant_id
                    and t.export_id = s.export_id
                    and t.export_target = ${sql.constant(exportTarget.values.folder)}
                )
            `,
          ]
        : [],
  }),
  table(dataExportRun, { from: "data_export_run", where: wholeTenant, writes: [] }),
];

export const exportCommands = [
  handle(exportTargets, () => {
    const { dir, allowPrivate } = readExportSettings();
    return Promise.resolve({ hasFolder: dir !== undefined, privateAllowed: allowPrivate });
  }),

  handle(saveExportSecret, async (ctx, { exportId, s3Secret }) => {
    const { tenantId } = ctx.who;
    const sealed = ctx.secrets.seal(tenantId, exportSecretPurpose(exportId), s3Secret);
    const own = sql`t.tenant_id = ${tenantId} and t.export_id = ${exportId} and ${wholeTenant(ctx)}`;
    const [stored, known] = await ctx.db.run(tenantId, [
      sql`
        insert into data_export_secret (tenant_id, export_id, secret)
        select t.tenant_id, t.export_id, ${sealed}
        from (
          select t.tenant_id, t.export_id
          from data_export t
          where ${own} and t.export_target = ${exportTarget.values.s3}
          -- Locks the schedule, so that its target does not change before the key is stored.
          for share
        ) t
        on conflict (tenant_id, export_id) do update set secret = excluded.secret
        returning 1
      `,
      sql`select 1 from data_export t where ${own}`,
    ]);
    if (stored.length === 0)
      throw known.length > 0 ? errors.wrongState() : errors.unknownReference("exportId");
    await ctx.db.run(tenantId, [
      sql`${logInto(ctx, "secret", "SYS_DATA_EXPORT", "none")} ${exportId} returning 1`,
    ]);
    return null;
  }),

  handle(takeOverExport, async (ctx, { exportId }) => {
    const { tenantId, userId } = ctx.who;
    await ctx.db.tx(tenantId, async (tx) => {
      const [stored] = await tx.query(sql<{ datasets: readonly DatasetName[] }>`
        select datasets
        from data_export t
        where t.tenant_id = ${tenantId} and t.export_id = ${exportId} and ${wholeTenant(ctx)}
        for update
      `);
      if (!stored) throw errors.unknownReference("exportId");
      for (const name of stored.datasets) requireDataset(ctx, name);
      await tx.query(sql`
        with old as (
          select t.export_id, to_jsonb(t) as before
          from data_export t
          where t.tenant_id = ${tenantId} and t.export_id = ${exportId}
        ),
        done as (
          update data_export t
          set updated_by = ${userId}, updated_date = ${new Date(ctx.now)}
          where t.tenant_id = ${tenantId} and t.export_id = ${exportId}
          returning t.export_id, app_row(t) as after
        )
        ${logInto(ctx, "update", dataExport.wire)} done.export_id, old.before, done.after
        from done
        join old on old.export_id = done.export_id
        returning 1
      `);
    });
    return null;
  }),

  handle(writeExportAgain, async (ctx, { runIds }) => {
    const { tenantId, userId } = ctx.who;
    if (!Array.isArray(runIds) || runIds.length === 0) throw errors.missingField("runIds");
    if (runIds.length > maxAgain) throw errors.tooManyRows(maxAgain);
    if (!runIds.every((n) => Number.isSafeInteger(n))) throw errors.invalidField("runIds");
    const at = new Date(ctx.now);
    // The condition on `run_state` must agree with `refuseAgain` (contract), the rule about which files can be written
    // again.
    const [rows] = await ctx.db.run(tenantId, [
      sql`
        update data_export_run t
        set run_state = ${waiting}, attempts = 0, due_at = ${at}, run_result = null,
          updated_by = ${userId}, updated_date = ${at}
        where t.tenant_id = ${tenantId} and t.run_id = any(${runIds}::bigint[])
          and t.run_state = any(${[done, failed]}::text[]) and ${wholeTenant(ctx)}
        returning 1
      `,
    ]);
    if (rows.length === 0) throw errors.wrongState();
    return { count: rows.length };
  }),
];
