import { auditStat, auditType } from "@shotkeeper/contract/enumerations";
import {
  countMold,
  countOutcome,
  inventoryLine,
  refuseCounting,
  refuseOutcome,
  type Scanned,
  scanMold,
  uncountMold,
} from "@shotkeeper/contract/inventory";
import { AppError, type EnumValue } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { moldScope } from "../basic/index.ts";
import { lineScope } from "./inventory-facts.ts";
import { change, lockCount, refuse, told } from "./locking.ts";

type Outcome = EnumValue<typeof countOutcome>;
const { here, elsewhere, missing, surplus } = countOutcome.values;

interface Line {
  readonly lineId: string;
  readonly countId: string;
  readonly moldNo: string;
  readonly expected: boolean;
  readonly plantId: string | null;
  readonly outcome: Outcome | null;
  readonly foundBy: string | null;
  readonly foundAt: string | null;
}

const lineColumns = sql`t.line_id as "lineId", t.count_id as "countId", t.mold_no as "moldNo", t.expected, t.plant_id as "plantId", t.outcome, t.found_by as "foundBy", t.found_at as "foundAt"`;

/** A mold's line, locked: of two who count one mold at once the second sees what the first said. */
async function lockLine(tx: Tx, countId: string, moldNo: string): Promise<Line | undefined> {
  const [row] = await tx.query(
    sql`select ${lineColumns} from inventory_line t where t.tenant_id = ${tx.tenantId} and t.count_id = ${countId} and t.mold_no = ${moldNo} for update`,
  );
  return row as unknown as Line | undefined;
}

/** A line that the asker may see, locked, of a count in which things may still be said. */
async function lockVisible(ctx: Ctx, tx: Tx, where: Sql): Promise<Line | undefined> {
  const [row] = await tx.query(
    sql`select ${lineColumns} from inventory_line t join inventory_count c on c.tenant_id = ${tx.tenantId} and c.count_id = t.count_id
      where t.tenant_id = ${tx.tenantId} and ${where} and ${lineScope(ctx, "t", "c")} for update of t`,
  );
  return row as unknown as Line | undefined;
}

/** The mold that a code stands for: its own number, the number or chip code of the counter on it, its number in other case. */
async function moldOfCode(
  ctx: Ctx,
  tx: Tx,
  countId: string,
  code: string,
): Promise<{ moldNo: string; moldId: number } | undefined> {
  const { tenantId } = tx;
  const inCount = sql`exists (select from inventory_line l where l.tenant_id = ${tenantId} and l.count_id = ${countId} and l.mold_no = m.mold_no)`;
  const [row] = await tx.query(
    sql`select x.mold_no as "moldNo", x.mold_id as "moldId" from (
        select m.mold_no, m.mold_id, 1 as turn from mold m where m.tenant_id = ${tenantId} and m.mold_no = ${code}
        union all select m.mold_no, m.mold_id, 2 from counter w join binding b on b.tenant_id = ${tenantId} and b.counter_id = w.counter_id and b.unbound_at is null
          join mold m on m.tenant_id = ${tenantId} and m.mold_id = b.mold_id
          where w.tenant_id = ${tenantId} and (w.writer_id = ${code} or w.chip_code = ${code}) and (${moldScope(ctx, "m")} or ${inCount})
        union all select m.mold_no, m.mold_id, 3 from inventory_line l join mold m on m.tenant_id = ${tenantId} and m.mold_no = l.mold_no
          where l.tenant_id = ${tenantId} and l.count_id = ${countId} and lower(l.mold_no) = lower(${code})) x
      order by x.turn limit 1`,
  );
  return row as unknown as { moldNo: string; moldId: number } | undefined;
}

interface Said {
  readonly outcome: Outcome;
  readonly place: string | null;
  readonly code?: string;
  readonly note?: string | null;
  readonly photos?: string | null;
}

const orgOf = (ctx: Ctx) => ("orgId" in ctx.who.scope ? ctx.who.scope.orgId : null);

/** What a line says of itself once a person has spoken. */
function sets(ctx: Ctx, s: Said): Sql {
  const isScan = s.code !== undefined;
  const told = isScan
    ? sql`scan_code = ${s.code ?? null}, scan_times = t.scan_times + 1`
    : sql`count_note = ${s.note ?? null}, image_url = ${s.photos ?? null}`;
  return sql`outcome = ${s.outcome}, found_place = ${s.place}, found_by = ${ctx.who.userId}, found_at = ${new Date(ctx.now)}, found_org = ${orgOf(ctx)}, ${told}`;
}

/** A mold that nobody expected; undefined: somebody was faster. Its audit is due (audit type 9). */
async function addSurplus(
  ctx: Ctx,
  tx: Tx,
  countId: string,
  moldNo: string,
  moldId: number | null,
  s: Said,
): Promise<string | undefined> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const lineId = `${countId}/${moldNo}`;
  const [row] = await tx.query(
    sql`with done as (insert into inventory_line as t (tenant_id, line_id, count_id, mold_no, mold_id, expected, outcome, found_place, found_by, found_at, found_org, scan_code, scan_times, count_note, image_url,
          audit_type, audit_stat, created_by, created_date, updated_by, updated_date)
        values (${tenantId}, ${lineId}, ${countId}, ${moldNo}, ${moldId}, false, ${surplus}, ${s.place}, ${userId}, ${at}, ${orgOf(ctx)}, ${s.code ?? null}, ${s.code === undefined ? 0 : 1}, ${s.note ?? null}, ${s.photos ?? null},
          ${auditType.values.inventorySurplus}, ${auditStat.values.submitted}, ${userId}, ${at}, ${userId}, ${at})
        on conflict do nothing returning to_jsonb(t) as after),
      log as (${logInto(ctx, "insert", "INVENTORY_DT", "after")} ${lineId}, after from done)
      select 1 from done`,
  );
  return row ? lineId : undefined;
}

/** A plant that finds a mold of another plant has found it elsewhere, and that is where. */
async function whereFound(
  ctx: Ctx,
  tx: Tx,
  line: Line,
  place: string | null,
): Promise<{ outcome: Outcome; place: string | null }> {
  const { scope } = ctx.who;
  if (scope.kind !== "plant" || line.plantId === scope.orgId) return { outcome: here, place };
  const [org] = await tx.query(
    sql`select org_name from organization where tenant_id = ${tx.tenantId} and org_id = ${scope.orgId}`,
  );
  return { outcome: elsewhere, place: place ?? String(org?.org_name ?? scope.orgId) };
}

async function scan(ctx: Ctx, tx: Tx, countId: string, code: string, place: string | null): Promise<Scanned> {
  refuse(refuseCounting(await lockCount(ctx, tx, countId, "share")));
  const mold = await moldOfCode(ctx, tx, countId, code);
  if (!mold) return { RESULT: "unknown", MOLD_NO: null, FOUND_BY: null, FOUND_AT: null };
  const told = (RESULT: Scanned["RESULT"], line?: Line): Scanned => ({
    RESULT,
    MOLD_NO: mold.moldNo,
    FOUND_BY: line?.foundBy ?? null,
    FOUND_AT: line?.foundAt ? new Date(line.foundAt).toISOString() : null,
  });
  let line = await lockLine(tx, countId, mold.moldNo);
  if (!line) {
    if (await addSurplus(ctx, tx, countId, mold.moldNo, mold.moldId, { outcome: surplus, place, code }))
      return told("surplus");
    line = await lockLine(tx, countId, mold.moldNo);
    if (!line) throw new AppError("S0213");
  }
  if (line.outcome !== null && line.outcome !== missing) {
    await tx.query(
      sql`update inventory_line set scan_times = scan_times + 1 where tenant_id = ${tx.tenantId} and line_id = ${line.lineId}`,
    );
    return told("double", line);
  }
  const found = await whereFound(ctx, tx, line, place);
  await tx.query(change(ctx, "line", line.lineId, sets(ctx, { ...found, code })));
  return told(found.outcome === here ? "here" : "elsewhere");
}

/** A surplus mold's photos are taken before its line is there: they become that line's, for whoever sees it. */
async function takePhotos(ctx: Ctx, tx: Tx, countId: string, lineId: string, photos: string): Promise<void> {
  await tx.query(
    sql`update file_info set owner_id = ${lineId} where tenant_id = ${tx.tenantId} and file_path = any(${photos.split(",")}::text[])
      and created_by = ${ctx.who.userId} and owner_table = ${inventoryLine.wire} and starts_with(owner_id, ${`${countId}/`})`,
  );
}

export const scanCommands: readonly CommandImpl[] = [
  handle(scanMold, async (ctx, { countId, scanCode, foundPlace }) => {
    const code = scanCode.trim();
    if (code === "") throw new AppError("S0007", "SCAN_CODE");
    const scanned = await ctx.db.tx(ctx.who.tenantId, (tx) => scan(ctx, tx, countId, code, foundPlace));
    if (scanned.RESULT !== "unknown") told(ctx);
    return scanned;
  }),

  handle(countMold, async (ctx, { countId, moldNo, outcome, foundPlace, countNote, imageUrl }) => {
    if (outcome === elsewhere && !foundPlace) throw new AppError("S0007", "FOUND_PLACE");
    const said = { outcome, place: foundPlace, note: countNote, photos: imageUrl };
    const LINE_ID = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      refuse(refuseCounting(await lockCount(ctx, tx, countId, "share")));
      const isIt = sql`t.count_id = ${countId} and t.mold_no = ${moldNo}`;
      const line = await lockVisible(ctx, tx, isIt);
      if (line) {
        refuse(refuseOutcome(line.expected, outcome));
        await tx.query(change(ctx, "line", line.lineId, sets(ctx, said)));
        return line.lineId;
      }
      // Others' molds are there for the scanner only, which has the mold itself before it.
      if (outcome !== surplus) throw new AppError("S0202", "MOLD_NO");
      const [mold] = await tx.query<{ mold_id: number }>(
        sql`select mold_id from mold where tenant_id = ${tx.tenantId} and mold_no = ${moldNo}`,
      );
      const added = await addSurplus(ctx, tx, countId, moldNo, mold?.mold_id ?? null, said);
      if (added === undefined) throw new AppError("S0200", "OUTCOME");
      if (imageUrl) await takePhotos(ctx, tx, countId, added, imageUrl);
      return added;
    });
    told(ctx);
    return { LINE_ID };
  }),

  handle(uncountMold, async (ctx, { lineId }) => {
    const { tenantId } = ctx.who;
    await ctx.db.tx(tenantId, async (tx) => {
      // The count first, as whoever ends it locks them.
      const [known] = await tx.query(
        sql`select count_id from inventory_line where tenant_id = ${tenantId} and line_id = ${lineId}`,
      );
      if (!known) throw new AppError("S0202", "LINE_ID");
      refuse(refuseCounting(await lockCount(ctx, tx, String(known.count_id), "share")));
      const seen = await lockVisible(ctx, tx, sql`t.line_id = ${lineId}`);
      if (!seen) throw new AppError("S0202", "LINE_ID");
      if (seen.expected) {
        await tx.query(
          change(
            ctx,
            "line",
            lineId,
            sql`outcome = null, found_place = null, found_by = null, found_at = null, found_org = null, scan_code = null, scan_times = 0, count_note = null, image_url = null`,
          ),
        );
        return;
      }
      await tx.query(
        sql`with done as (delete from inventory_line t where t.tenant_id = ${tenantId} and t.line_id = ${lineId} returning to_jsonb(t) as before)
          ${logInto(ctx, "delete", "INVENTORY_DT", "before")} ${lineId}, before from done`,
      );
    });
    told(ctx);
    return { LINE_ID: lineId };
  }),
];
