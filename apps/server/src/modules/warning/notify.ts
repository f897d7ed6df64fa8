import { limits } from "@shotkeeper/contract/enumerations";
import { nameOf } from "@shotkeeper/contract/kernel";
import { warningKind, warningLevel } from "@shotkeeper/contract/warning";
import { serverTexts } from "@shotkeeper/locales/server";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/** Nothing older is sent: a backlog of readings may open and close warnings of last week. */
const newestMs = 24 * 3_600_000;

// A user has no language of their own yet: the title is in the product's, and `cause` says the same in facts.
const texts = serverTexts[limits.defaultLocale];

/** An event that people are told of. */
export interface Notice {
  /** Identity of the event and of its change: the same one is told once, whoever tells it. */
  readonly eventKey: string;
  /** The right that says for whom it is. */
  readonly right: string;
  /** The mold that decides who may know; null: only who sees the whole tenant. */
  readonly moldId: number | null;
  readonly type: "warning" | "maintenance";
  readonly title: string;
  readonly linkPath: string;
  readonly at: string;
  readonly cause: Readonly<Record<string, unknown>>;
}

/** One row a user who has the right and may see the mold. The scope is that of kernel/auth/sessions and moldScope. */
function insertNotices(ctx: Ctx, notices: readonly Notice[]): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`insert into notice (tenant_id, user_id, notice_type, title, link_path, event_at, cause, event_key, created_by, created_date, updated_by, updated_date)
    select ${tenantId}, u.user_id, n->>'type', n->>'title', n->>'linkPath', (n->>'at')::timestamptz, n->'cause', n->>'eventKey', ${userId}, ${at}, ${userId}, ${at}
    from jsonb_array_elements(${JSON.stringify(notices)}::jsonb) n
    join role_right rr on rr.tenant_id = ${tenantId} and rr.authority = n->>'right'
    join role r on r.tenant_id = ${tenantId} and r.role_code = rr.role_code
    join "user" u on u.tenant_id = ${tenantId} and u.role_code = r.role_code and u.status = 0
    left join organization o on o.tenant_id = ${tenantId} and o.org_id = u.org_id
    left join mold m on m.tenant_id = ${tenantId} and m.mold_id = (n->>'moldId')::bigint
    where r.data_scope = 'tenant' or (o.type = 'plant' and m.plant_id = o.org_id) or (o.type = 'oem' and m.oem_id = o.org_id) or (o.type = 'maker' and m.maker_id = o.org_id)
    on conflict (tenant_id, user_id, event_key) do nothing returning 1`;
}

/** Tells people. However often and from however many servers: once an event and user, and never of old ones. */
export async function notify(ctx: Ctx, notices: readonly Notice[]): Promise<number> {
  const fresh = notices.filter((n) => Date.parse(n.at) > ctx.now - newestMs);
  if (fresh.length === 0) return 0;
  const [rows] = await ctx.db.run(ctx.who.tenantId, [insertNotices(ctx, fresh)]);
  const count = rows?.length ?? 0;
  if (count > 0) ctx.events.emit(ctx.who.tenantId, { type: "notice" });
  return count;
}

export function taskNotice(taskId: string, moldNo: string, moldId: number, at: string): Notice {
  return {
    eventKey: `maintenance/${taskId}/overdue/${Date.parse(at)}`,
    right: "MT101:Q",
    moldId,
    type: "maintenance",
    title: texts.notices.maintenanceOverdue(moldNo),
    linkPath: "/maintenance/daily",
    at,
    cause: { change: "overdue", taskId, moldNo },
  };
}

interface Untold {
  readonly warning_id: number;
  readonly kind: string;
  readonly level: number;
  readonly told: number;
  readonly at: string;
  readonly mold_id: number | null;
  readonly mold_no: string | null;
  readonly writer_id: string | null;
}

function warningNotice(w: Untold): Notice {
  const { notices, enums } = texts;
  const kind = enums.warningKind[nameOf(warningKind, w.kind) ?? "battery"];
  const level = enums.warningLevel[nameOf(warningLevel, w.level) ?? "notice"];
  const subject = w.mold_no ?? w.writer_id ?? "";
  const isNew = w.told === 0;
  return {
    eventKey: `warning/${w.warning_id}/${w.level}`,
    right: "WA100:Q",
    moldId: w.mold_id,
    type: "warning",
    title: isNew ? notices.warningOpened(kind, subject) : notices.warningEscalated(kind, subject, level),
    linkPath: "/warning/all",
    at: w.at,
    cause: {
      change: isNew ? "open" : "escalate",
      warningId: w.warning_id,
      kind: w.kind,
      level: w.level,
      moldNo: w.mold_no,
      writerId: w.writer_id,
    },
  };
}

/** Warnings told of in one run. */
const maxTold = 200;

/**
 * The job: tells of warnings that opened, or became urgent, within the last day and that nobody was told of. The mark
 * on the warning travels with the notices in one transaction, so that looking for work costs one index range.
 */
export async function tellWarnings(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  const since = new Date(ctx.now - newestMs);
  const count = await ctx.db.tx(tenantId, async (tx) => {
    const rows = (await tx.query(
      sql`select t.warning_id, t.kind, t.level, t.noticed_level as told, case when t.noticed_level = 0 then t.opened_at else t.last_at end as at,
          m.mold_id, m.mold_no, c.writer_id
        from warning t
        left join counter c on c.tenant_id = ${tenantId} and c.counter_id = t.counter_id
        left join binding b on b.tenant_id = ${tenantId} and b.counter_id = t.counter_id and b.unbound_at is null and t.mold_id is null
        left join mold m on m.tenant_id = ${tenantId} and m.mold_id = coalesce(t.mold_id, b.mold_id)
        where t.tenant_id = ${tenantId} and t.noticed_level < t.level and t.cleared_at is null and t.withdrawn_at is null
          and (t.opened_at > ${since}::timestamptz or (t.noticed_level > 0 and t.last_at > ${since}::timestamptz))
        order by t.opened_at limit ${maxTold} for update of t skip locked`,
    )) as unknown as Untold[];
    if (rows.length === 0) return 0;
    const [, inserted] = await tx.all([
      sql`update warning set noticed_level = level where tenant_id = ${tenantId} and warning_id = any(${rows.map((r) => r.warning_id)})`,
      insertNotices(ctx, rows.map(warningNotice)),
    ]);
    return inserted?.length ?? 0;
  });
  if (count > 0) ctx.events.emit(tenantId, { type: "notice" });
}
