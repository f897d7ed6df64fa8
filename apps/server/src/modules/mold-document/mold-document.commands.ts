import { AppError, errors, type Refusal, refusals } from "@shotkeeper/contract/kernel";
import { serviceState } from "@shotkeeper/contract/mold";
import {
  changeMoldMaker,
  changeMoldState,
  moldDocument,
  moldDocumentKind,
  refuseScrap,
  refuseStateChange,
  refuseTransfer,
  scrapMold,
  transferMold,
} from "@shotkeeper/contract/mold-document";
import { actTime } from "../../kernel/act-time.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle, table } from "../../kernel/registry.ts";
import { listUses } from "../../kernel/usage.ts";
import { movedSince } from "../../telemetry/ledger/mold-moved.ts";
import { moldScope, notifyDocument, openWork, totalShots, unmountAll } from "../mold/index.ts";
import { expectPartners, pairsOf } from "../partner/index.ts";

/** Id of the numbering rule for each kind of document. */
const rules = { transfer: "DB", scrap: "BF", stateChange: "ZT", makerChange: "ZT" } as const;

export const moldDocumentTable = table(moldDocument, {
  from: (ctx: Ctx) =>
    sql`mold_document t join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_no = t.mold_no`,
  where: (ctx: Ctx) => moldScope(ctx, "m"),
  writes: [],
});

type Facts = Parameters<typeof refuseScrap>[0] & {
  readonly moldId: number;
  readonly oemId: string;
  readonly plantId: string | null;
  readonly makerId: string | null;
  readonly count: number;
};

/** Locks a mold until the end of the transaction. Throws if the mold is outside the caller's scope, or archived. */
async function lockMold(ctx: Ctx, tx: Tx, moldNo: string): Promise<Facts> {
  // Locks the mold in a statement of its own. The next one then sees a binding that was being made meanwhile.
  tx.enqueue(
    sql`select from mold where tenant_id = ${tx.tenantId} and mold_no = ${moldNo} and archived_date is null for update`,
  );
  const [row] = await tx.query(
    sql<Facts>`
      select
        t.mold_id as "moldId", t.oem_id as "oemId", t.service_state as "serviceState",
        t.plant_id as "plantId", t.maker_id as "makerId", c.writer_id as "counterNo", ${sql.raw(totalShots)} as count
      from mold t
      left join binding b on b.tenant_id = ${tx.tenantId}
        and b.mold_id = t.mold_id
        and b.unbound_at is null
      left join counter c on c.tenant_id = ${tx.tenantId} and c.counter_id = b.counter_id
      left join counter_state s on s.tenant_id = ${tx.tenantId} and s.counter_id = b.counter_id
      where t.tenant_id = ${tx.tenantId} and t.mold_no = ${moldNo} and ${moldScope(ctx)} and t.archived_date is null
    `,
  );
  if (!row) throw errors.unknownReference("moldNo");
  return row;
}

interface DocumentSpec {
  readonly kind: keyof typeof rules;
  readonly moldNo: string;
  readonly documentTime: string | null;
  readonly reason: string;
  /** New plant of the mold. Undefined if the document does not change the plant. */
  readonly toPlantId?: string;
  /** New maker of the mold. Undefined if the document does not change the maker. */
  readonly toMakerId?: string;
  /** New service state of the mold. Undefined if the document does not change the state. */
  readonly toState?: number;
  /** SET clause of the statement that updates the mold: the columns that the document changes. */
  readonly sets: Sql;
  readonly refuse: (facts: Facts, tx: Tx) => Refusal | undefined | Promise<Refusal | undefined>;
}

/**
 * Locks the new plant or maker of a mold against archiving. Throws if it was archived since the check of the command's
 * input. Sends no statement if the document has neither a new plant nor a new maker.
 */
async function holdPartner(tx: Tx, { toPlantId, toMakerId }: DocumentSpec): Promise<void> {
  const id = toPlantId ?? toMakerId;
  if (id === undefined) return;
  const [held] = await tx.query(
    sql`
      select 1
      from organization
      where tenant_id = ${tx.tenantId} and org_id = ${id} and archived_date is null
      for key share
    `,
  );
  if (!held) throw errors.unknownReference(toPlantId === undefined ? "toMakerId" : "toPlantId");
}

/**
 * Throws if a document's time (epoch ms) lies before the mold's last document. The document would otherwise change
 * facts that the later document has set.
 */
async function requireInOrder(tx: Tx, moldNo: string, at: number): Promise<void> {
  const [row] = await tx.query(
    sql<{ last: Date | null }>`
      select max(document_time) as last
      from mold_document
      where tenant_id = ${tx.tenantId} and mold_no = ${moldNo}
    `,
  );
  if (row?.last && at < new Date(row.last).getTime()) throw errors.invalidField("docTime");
}

/** Returns a refusal that names the open work of a mold. Returns undefined if the mold has none. */
async function refuseOpenWork(ctx: Ctx, tx: Tx, moldNo: string): Promise<Refusal | undefined> {
  const [open] = await tx.query(listUses(openWork(ctx, sql`${moldNo}::text`)));
  return open?.used ? refusals.scrapBlocked(open.used) : undefined;
}

/** Writes the document and changes the mold. Returns the number of the document. */
async function writeDocument(ctx: Ctx, p: DocumentSpec): Promise<{ documentNo: string }> {
  const { tenantId, userId } = ctx.who;
  const at = actTime(ctx, "docTime", p.documentTime);
  // Checks twice whether the document is allowed, because its number is issued in a separate transaction. The first
  // check keeps a refused document from using up a number.
  const judge = async (tx: Tx) => {
    const facts = await lockMold(ctx, tx, p.moldNo);
    if (p.documentTime !== null) await requireInOrder(tx, p.moldNo, at);
    const refusal = await p.refuse(facts, tx);
    if (refusal) throw new AppError(refusal);
    const partners = { oemId: facts.oemId, plantId: p.toPlantId, makerId: p.toMakerId };
    await tx.query(expectPartners(ctx, pairsOf([partners]), { plantId: "toPlantId", makerId: "toMakerId" }));
    return facts;
  };
  await ctx.db.tx(tenantId, judge);
  const documentNo = await nextDocumentNumber(ctx, rules[p.kind]);
  const stamp = new Date(ctx.now);
  await ctx.db.tx(tenantId, async (tx) => {
    const facts = await judge(tx);
    await holdPartner(tx, p);
    await tx.all([
      sql`
        insert into mold_document (
          tenant_id, document_no, document_kind, mold_no, document_time, from_plant_id, to_plant_id,
          from_maker_id,
          to_maker_id, from_state, to_state, count_then, reason, created_by, created_date, updated_by, updated_date
        )
        values (
          ${tenantId}, ${documentNo}, ${moldDocumentKind.values[p.kind]}, ${p.moldNo}, ${new Date(at)},
          ${facts.plantId}, ${p.toPlantId ?? null}, ${facts.makerId}, ${p.toMakerId ?? null},
          ${facts.serviceState}, ${p.toState ?? null}, ${facts.count}, ${p.reason}, ${userId}, ${stamp},
          ${userId}, ${stamp}
        )
      `,
      sql`
        with old as (
          select to_jsonb(t) as before
          from mold t
          where t.tenant_id = ${tenantId} and t.mold_no = ${p.moldNo}
        ),
        done as (
          update mold t
          set ${p.sets}, updated_by = ${userId}, updated_date = ${stamp}
          where t.tenant_id = ${tenantId} and t.mold_no = ${p.moldNo}
          returning app_row(t) as after
        ) ${logInto(ctx, p.kind, "BS_MOLD")} ${p.moldNo},
        old.before, done.after
        from old, done
        returning 1
      `,
      ...(p.kind === "makerChange" ? [] : [unmountAll(ctx, p.moldNo, new Date(at), p.reason)]),
    ]);
    if (p.toPlantId !== undefined && at < ctx.now)
      await movedSince(tx, { moldId: facts.moldId, plantId: p.toPlantId, at }, ctx.now);
  });
  ctx.events.emit(tenantId, { type: "board", molds: [p.moldNo] });
  if (p.kind === "transfer" || p.kind === "scrap") await notifyDocument(ctx, documentNo, p.kind);
  return { documentNo };
}

export const moldDocumentCommands: readonly CommandImpl[] = [
  handle(transferMold, (ctx, { moldNo, toPlantId, documentTime, reason }) =>
    writeDocument(ctx, {
      kind: "transfer",
      moldNo,
      documentTime,
      reason,
      toPlantId,
      sets: sql`plant_id = ${toPlantId}`,
      refuse: (m) =>
        refuseTransfer(m) ?? (m.plantId === toPlantId ? refusals.invalidField("toPlantId") : undefined),
    }),
  ),

  handle(scrapMold, (ctx, { moldNo, documentTime, reason }) =>
    writeDocument(ctx, {
      kind: "scrap",
      moldNo,
      documentTime,
      reason,
      toState: serviceState.values.scrapped,
      sets: sql`service_state = ${serviceState.values.scrapped}`,
      refuse: async (m, tx) => refuseScrap(m) ?? (await refuseOpenWork(ctx, tx, moldNo)),
    }),
  ),

  handle(changeMoldState, (ctx, { moldNo, toState, reason }) =>
    writeDocument(ctx, {
      kind: "stateChange",
      moldNo,
      documentTime: null,
      reason,
      toState,
      sets: sql`service_state = ${toState}`,
      refuse: (m) => refuseStateChange(m, toState),
    }),
  ),

  handle(changeMoldMaker, (ctx, { moldNo, toMakerId, reason }) =>
    writeDocument(ctx, {
      kind: "makerChange",
      moldNo,
      documentTime: null,
      reason,
      toMakerId,
      sets: sql`maker_id = ${toMakerId}`,
      refuse: (m) =>
        refuseTransfer(m) ?? (m.makerId === toMakerId ? refusals.invalidField("toMakerId") : undefined),
    }),
  ),
];
