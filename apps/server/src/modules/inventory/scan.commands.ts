import { auditStat, auditType } from "@shotkeeper/contract/enumerations";
import {
  countMold,
  countMolds,
  countOutcome,
  refuseCounting,
  refuseOutcome,
  type Scanned,
  scanMold,
  uncountMold,
} from "@shotkeeper/contract/inventory";
import { type EnumValue, errors } from "@shotkeeper/contract/kernel";
import { actTime } from "../../kernel/act-time.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";
import { type Line, lockLine, lockVisible } from "./line-locking.ts";
import { change, emitChange, lockCount, refuse, requireBegun } from "./locking.ts";
import { callerOrg, recordSighting, withdrawSighting } from "./sightings.ts";

/** Maximum number of molds whose results a user records at once. */
const maxMolds = 1000;

type Outcome = EnumValue<typeof countOutcome>;
const { here, elsewhere, missing, surplus } = countOutcome.values;

interface FoundMold {
  readonly moldNo: string;
  readonly moldId: number;
}

/**
 * Returns the mold of a scanned code. The code is the number of a mold, or the number or chip code of the mold's
 * counter. Upper and lower case must match, except for the numbers of molds that have a line in the stock-take.
 */
async function moldOfCode(ctx: Ctx, tx: Tx, countId: string, code: string): Promise<FoundMold | undefined> {
  const { tenantId } = tx;
  const inCount = sql`exists (select from inventory_line l
      where l.tenant_id = ${tenantId} and l.count_id = ${countId} and l.mold_no = m.mold_no)`;
  const [row] = await tx.query(
    sql<FoundMold>`select x.mold_no as "moldNo", x.mold_id as "moldId" from (
        select m.mold_no, m.mold_id, 1 as turn from mold m where m.tenant_id = ${tenantId} and m.mold_no = ${code}
        union all
        select m.mold_no, m.mold_id, 2
        from counter w
        join binding b on b.tenant_id = ${tenantId} and b.counter_id = w.counter_id and b.unbound_at is null
          join mold m on m.tenant_id = ${tenantId} and m.mold_id = b.mold_id
          where w.tenant_id = ${tenantId}
            and (w.writer_id = ${code} or w.chip_code = ${code})
            and (${moldScope(ctx, "m")} or ${inCount})
        union all
        select m.mold_no, m.mold_id, 3
        from inventory_line l
        join mold m on m.tenant_id = ${tenantId} and m.mold_no = l.mold_no
          where l.tenant_id = ${tenantId} and l.count_id = ${countId} and lower(l.mold_no) = lower(${code})) x
      order by x.turn limit 1`,
  );
  return row;
}

interface Finding {
  readonly outcome: Outcome;
  readonly place: string | null;
  /** Time at which the mold was found, epoch ms. */
  readonly at: number;
  readonly code?: string;
  readonly note?: string | null;
  readonly photos?: string | null;
}

/** Returns the SQL assignments that record a user's result on a line of a stock-take. */
function findingSets(ctx: Ctx, s: Finding): Sql {
  const isScan = s.code !== undefined;
  const source = isScan
    ? sql`scan_code = ${s.code ?? null}, scan_times = t.scan_times + 1`
    : sql`count_note = ${s.note ?? null}${s.photos === undefined ? sql.empty : sql`, image_url = ${s.photos}`}`;
  return sql`outcome = ${s.outcome}, found_place = ${s.place}, found_by = ${ctx.who.userId},
      found_at = ${new Date(s.at)}, found_org = ${callerOrg(ctx)}, ${source}`;
}

/**
 * Adds a line for a surplus mold. The line has the state "submitted", because a surplus mold must be audited. Returns
 * undefined if the mold already has a line.
 */
async function addSurplus(
  ctx: Ctx,
  tx: Tx,
  countId: string,
  moldNo: string,
  moldId: number | null,
  s: Finding,
): Promise<string | undefined> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const lineId = `${countId}/${moldNo}`;
  const [row] = await tx.query(
    sql`with done as (insert into inventory_line as t (tenant_id, line_id, count_id, mold_no, mold_id, expected,
            outcome, found_place, found_by, found_at, found_org, scan_code, scan_times, count_note, image_url,
          audit_type, audit_stat, created_by, created_date, updated_by, updated_date)
        values (${tenantId}, ${lineId}, ${countId}, ${moldNo}, ${moldId}, false, ${surplus}, ${s.place}, ${userId},
            ${new Date(s.at)}, ${callerOrg(ctx)}, ${s.code ?? null}, ${s.code === undefined ? 0 : 1}, ${s.note ?? null},
            ${s.photos ?? null},
          ${auditType.values.inventorySurplus}, ${auditStat.values.submitted}, ${userId}, ${at}, ${userId}, ${at})
        on conflict do nothing returning app_row(t) as after),
      log as (${logInto(ctx, "insert", "INVENTORY_DT", "after")} ${lineId}, after from done returning 1)
      select 1 from done`,
  );
  return row ? lineId : undefined;
}

async function scan(
  ctx: Ctx,
  tx: Tx,
  countId: string,
  { code, place, at }: { readonly code: string; readonly place: string | null; readonly at: number },
): Promise<Scanned> {
  const facts = await lockCount(ctx, tx, countId, "share");
  refuse(refuseCounting(facts));
  requireBegun(facts, at);
  const mold = await moldOfCode(ctx, tx, countId, code);
  if (!mold) return { result: "unknown", moldNo: null, foundBy: null, foundAt: null };
  const answer = (result: Scanned["result"], line?: Line): Scanned => ({
    result,
    moldNo: mold.moldNo,
    foundBy: line?.foundBy ?? null,
    foundAt: line?.foundAt ? new Date(line.foundAt).toISOString() : null,
  });
  let line = await lockLine(ctx, tx, countId, mold.moldNo);
  if (!line) {
    if (await addSurplus(ctx, tx, countId, mold.moldNo, mold.moldId, { outcome: surplus, place, at, code }))
      return answer("surplus");
    line = await lockLine(ctx, tx, countId, mold.moldNo);
    if (!line) throw errors.changedMeanwhile();
  }
  refuse(refuseCounting({ ...facts, partState: line.partState }));
  if (line.isForeign) {
    await recordSighting(ctx, tx, line.lineId, place);
    return { result: "sighted", moldNo: mold.moldNo, foundBy: null, foundAt: null };
  }
  if (line.outcome !== null && line.outcome !== missing) {
    await tx.query(
      sql`update inventory_line
        set scan_times = scan_times + 1
        where tenant_id = ${tx.tenantId} and line_id = ${line.lineId}`,
    );
    return answer("double", line);
  }
  await tx.query(change(ctx, "line", line.lineId, findingSets(ctx, { outcome: here, place, at, code })));
  return answer("here");
}

/** Throws if another user has recorded a result for the mold of a line. */
function requireFirst(ctx: Ctx, line: Line): void {
  if (line.outcome !== null && line.foundBy !== ctx.who.userId)
    throw errors.countedMeanwhile(line.foundBy ?? "");
}

export const scanCommands: readonly CommandImpl[] = [
  handle(scanMold, async (ctx, { countId, scanCode, foundPlace, countedAt }) => {
    const code = scanCode.trim();
    if (code === "") throw errors.missingField("scanCode");
    const found = { code, place: foundPlace, at: actTime(ctx, "countedAt", countedAt) };
    const scanned = await ctx.db.tx(ctx.who.tenantId, (tx) => scan(ctx, tx, countId, found));
    if (scanned.result !== "unknown") emitChange(ctx);
    return scanned;
  }),

  handle(countMold, async (ctx, input) => {
    const { countId, moldNo, outcome, foundPlace, countNote, imageUrl, isFirst } = input;
    if (outcome === elsewhere && !foundPlace) throw errors.missingField("foundPlace");
    const at = actTime(ctx, "countedAt", input.countedAt);
    const finding = { outcome, place: foundPlace, at, note: countNote, photos: imageUrl };
    const lineId = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const facts = await lockCount(ctx, tx, countId, "share");
      refuse(refuseCounting(facts));
      requireBegun(facts, at);
      const isIt = sql`t.count_id = ${countId} and t.mold_no = ${moldNo}`;
      const line = await lockVisible(ctx, tx, isIt);
      if (line) {
        refuse(refuseCounting({ ...facts, partState: line.partState }));
        refuse(refuseOutcome(line.expected, outcome));
        if (isFirst) requireFirst(ctx, line);
        // An organization that found the mold of another organization can only record where the mold is. The
        // organization of the mold decides about the result.
        if (line.isForeign && outcome !== elsewhere) throw errors.foreignRows();
        if (line.isForeign) await recordSighting(ctx, tx, line.lineId, foundPlace);
        else await tx.query(change(ctx, "line", line.lineId, findingSets(ctx, finding)));
        return line.lineId;
      }
      // The caller sees no line of this mold in the stock-take. So the only result that is accepted is "surplus".
      if (outcome !== surplus) throw errors.unknownReference("moldNo");
      const [mold] = await tx.query(
        sql<{ mold_id: number }>`select mold_id
          from mold
          where tenant_id = ${tx.tenantId} and mold_no = ${moldNo}`,
      );
      const added = await addSurplus(ctx, tx, countId, moldNo, mold?.mold_id ?? null, finding);
      if (added === undefined) throw errors.invalidField("outcome");
      return added;
    });
    emitChange(ctx);
    return { lineId };
  }),

  handle(countMolds, async (ctx, input) => {
    const { countId, moldNos, outcome, foundPlace, countNote, isFirst } = input;
    const list: unknown = moldNos;
    if (!Array.isArray(list) || list.length === 0) throw errors.missingField("moldNos");
    if (list.length > maxMolds) throw errors.tooManyRows(maxMolds);
    if (outcome === elsewhere && !foundPlace) throw errors.missingField("foundPlace");
    const numbers = [...new Set(list.map(String))].sort();
    const finding = {
      outcome,
      place: foundPlace,
      at: actTime(ctx, "countedAt", input.countedAt),
      note: countNote,
    };
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const facts = await lockCount(ctx, tx, countId, "share");
      refuse(refuseCounting(facts));
      requireBegun(facts, finding.at);
      for (const moldNo of numbers) {
        const line = await lockVisible(ctx, tx, sql`t.count_id = ${countId} and t.mold_no = ${moldNo}`);
        if (!line) throw errors.unknownReference("moldNos");
        if (line.isForeign) throw errors.foreignRows();
        refuse(refuseCounting({ ...facts, partState: line.partState }));
        refuse(refuseOutcome(line.expected, outcome));
        if (isFirst) requireFirst(ctx, line);
        await tx.query(change(ctx, "line", line.lineId, findingSets(ctx, finding)));
      }
    });
    emitChange(ctx);
    return { count: numbers.length };
  }),

  handle(uncountMold, async (ctx, { lineId }) => {
    const { tenantId } = ctx.who;
    await ctx.db.tx(tenantId, async (tx) => {
      // Locks the stock-take before the line. Steps of a stock-take use the same order, which avoids deadlocks.
      const [known] = await tx.query(
        sql<{ count_id: string }>`select count_id
          from inventory_line
          where tenant_id = ${tenantId} and line_id = ${lineId}`,
      );
      if (!known) throw errors.unknownReference("lineId");
      const facts = await lockCount(ctx, tx, known.count_id, "share");
      const line = await lockVisible(ctx, tx, sql`t.line_id = ${lineId}`);
      if (!line) throw errors.unknownReference("lineId");
      refuse(refuseCounting({ ...facts, partState: line.partState }));
      if (line.isForeign && line.seenOrg !== callerOrg(ctx)) throw errors.foreignRows();
      if (line.isForeign) return withdrawSighting(ctx, tx, lineId);
      if (line.expected) {
        await tx.query(
          change(
            ctx,
            "line",
            lineId,
            sql`outcome = null, found_place = null, found_by = null, found_at = null, found_org = null,
                scan_code = null, scan_times = 0, count_note = null, image_url = null`,
          ),
        );
        return;
      }
      await tx.query(
        sql`with done as (delete from inventory_line t
            where t.tenant_id = ${tenantId} and t.line_id = ${lineId}
            returning app_row(t) as before)
          ${logInto(ctx, "delete", "INVENTORY_DT", "before")} ${lineId}, before from done returning 1`,
      );
    });
    emitChange(ctx);
    return { lineId };
  }),
];
