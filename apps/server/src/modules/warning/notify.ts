import type { EnumValue } from "@shotkeeper/contract/kernel";
import type { warningKind, warningLevel } from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type NoticeEvent, newestMs, notifyWithin } from "../notice/index.ts";

interface PendingWarning {
  readonly warning_id: number;
  readonly kind: EnumValue<typeof warningKind>;
  readonly level: EnumValue<typeof warningLevel>;
  /** Level of the latest notice about this warning. 0: users were not notified yet. */
  readonly noticed_level: number;
  readonly at: string;
  readonly mold_id: number | null;
  readonly mold_no: string | null;
  readonly mold_name: string | null;
  readonly plant: string | null;
  readonly writer_id: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
}

function noticeOf(w: PendingWarning): NoticeEvent {
  const isEscalated = w.noticed_level > 0;
  return {
    // Uses the kind of the warning as the notice type, because both have the same names.
    type: w.kind,
    eventKey: `warning/${w.warning_id}/${w.level}`,
    level: w.level,
    moldId: w.mold_id,
    subject: w.mold_no ?? w.writer_id ?? "",
    at: w.at,
    isEscalated,
    facts: { mold: w.mold_no, moldName: w.mold_name, plant: w.plant, counter: w.writer_id },
    lasting: { kind: "warning", id: w.warning_id },
    place: w.lng === null || w.lat === null ? undefined : { longitude: w.lng, latitude: w.lat },
    cause: {
      change: isEscalated ? "escalate" : "open",
      warningId: w.warning_id,
      kind: w.kind,
      level: w.level,
      moldNo: w.mold_no,
      writerId: w.writer_id,
    },
  };
}

/** Maximum number of warnings that one run of the job handles. The next run handles the rest. */
const maxWarnings = 200;

/**
 * Job: sends notices of warnings that opened or became urgent within the last day. The notice and the notified level
 * are stored in one transaction, so users are notified of each level only once.
 */
export async function notifyWarnings(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  const since = new Date(ctx.now - newestMs);
  const count = await ctx.db.tx(tenantId, async (tx) => {
    // Finds the warnings first. Usually there are none, so no other table is read.
    const found = await tx.query(
      sql<{ warning_id: number }>`select warning_id
        from warning
        where tenant_id = ${tenantId}
          and noticed_level < level
          and cleared_at is null
          and withdrawn_at is null
          and (opened_at > ${since}::timestamptz
            or (noticed_level between 1 and level - 1 and last_at > ${since}::timestamptz))
        order by opened_at
        limit ${maxWarnings}
        for update skip locked`,
    );
    if (found.length === 0) return 0;
    const rows = await tx.query(
      sql<PendingWarning>`select t.warning_id, t.kind, t.level, t.noticed_level,
          case when t.noticed_level = 0 then t.opened_at else t.last_at end as at,
          m.mold_id, m.mold_no, m.mold_name,
          p.org_name as plant,
          c.writer_id,
          s.lng, s.lat
        from warning t
        left join counter c on c.tenant_id = ${tenantId} and c.counter_id = t.counter_id
        left join counter_state s on s.tenant_id = ${tenantId} and s.counter_id = t.counter_id
        left join binding b on b.tenant_id = ${tenantId}
          and b.counter_id = t.counter_id
          and b.unbound_at is null
          and t.mold_id is null
        left join mold m on m.tenant_id = ${tenantId} and m.mold_id = greatest(t.mold_id, b.mold_id)
        left join organization p on p.tenant_id = ${tenantId} and p.org_id = m.plant_id
        where t.tenant_id = ${tenantId}
          and t.warning_id = any(${found.map((w) => w.warning_id)}::bigint[])
        order by t.opened_at`,
    );
    await tx.query(
      sql`update warning
        set noticed_level = level
        where tenant_id = ${tenantId} and warning_id = any(${rows.map((r) => r.warning_id)})`,
    );
    return notifyWithin(tx, ctx, rows.map(noticeOf));
  });
  if (count > 0) ctx.events.emit(tenantId, { type: "notice" });
}
