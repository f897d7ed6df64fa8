import { warningLevel } from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type NoticeEvent, notify } from "../notice/index.ts";

interface DocumentRow {
  readonly mold_no: string;
  readonly at: string;
  readonly mold_id: number;
  readonly mold_name: string | null;
  readonly plant: string | null;
  readonly to_plant: string | null;
}

const types = { transfer: "moldTransferred", scrap: "moldScrapped" } as const;

/** Sends a notice of a mold's document to the users who may see the mold at its present plant. */
export async function notifyDocument(ctx: Ctx, documentNo: string, kind: keyof typeof types): Promise<void> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql<DocumentRow>`
      select
        d.mold_no, d.document_time as at, m.mold_id, m.mold_name, f.org_name as plant,
        o.org_name as to_plant
      from mold_document d
      join mold m on m.tenant_id = ${tenantId} and m.mold_no = d.mold_no
      left join organization f on f.tenant_id = ${tenantId} and f.org_id = d.from_plant_id
      left join organization o on o.tenant_id = ${tenantId} and o.org_id = d.to_plant_id
      where d.tenant_id = ${tenantId} and d.document_no = ${documentNo}
    `,
  ]);
  const events = rows.map(
    (d): NoticeEvent => ({
      type: types[kind],
      eventKey: `document/${documentNo}`,
      level: warningLevel.values.notice,
      moldId: d.mold_id,
      subject: d.mold_no,
      at: d.at,
      facts: {
        mold: d.mold_no,
        moldName: d.mold_name,
        plant: d.plant,
        toPlant: d.to_plant,
        document: documentNo,
      },
      cause: { change: kind, documentNo, moldNo: d.mold_no },
    }),
  );
  await notify(ctx, events);
}

/** Notifies users with tenant scope about imported molds. One notice covers the whole import. */
export async function tellImport(ctx: Ctx, moldNos: readonly string[]): Promise<void> {
  const [first = "", ...more] = moldNos;
  const last = more.at(-1);
  await notify(ctx, [
    {
      type: "moldImported",
      eventKey: `import/mold/${ctx.who.userId}/${ctx.now}`,
      level: warningLevel.values.notice,
      moldId: null,
      subject: last === undefined ? first : `${first} … ${last} (${moldNos.length})`,
      at: new Date(ctx.now).toISOString(),
      facts: { mold: first, count: String(moldNos.length) },
      cause: { change: "import", count: moldNos.length, userId: ctx.who.userId },
    },
  ]);
}
