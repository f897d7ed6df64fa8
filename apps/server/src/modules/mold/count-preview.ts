import type { EnumValue } from "@shotkeeper/contract/kernel";
import { type CountPreview, warningChange } from "@shotkeeper/contract/mold";
import type { warningKind } from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { moldFrom, moldScope, totalShots } from "./mold-facts.ts";

/** Molds and counters whose figures a command may change. */
export interface Touched {
  readonly moldIds: readonly number[];
  readonly counterIds: readonly number[];
}

/** Shots of a production order. */
export interface OrderShots {
  readonly order_id: string;
  readonly mold_id: number;
  readonly shots: number;
}

/** Returns a statement that selects the shots of the orders of the given molds. */
export type OrdersSql = (ctx: Ctx, moldIds: readonly number[]) => Sql<OrderShots>;

interface MoldRow {
  readonly mold_id: number;
  readonly mold_no: string;
  readonly mold_name: string | null;
  readonly shots: number;
  readonly is_seen: boolean;
}

interface DayRow {
  readonly mold_id: number;
  readonly day: string;
  readonly shots: number;
}

interface WarningRow {
  readonly kind: EnumValue<typeof warningKind>;
  readonly mold_id: number | null;
  readonly writer_id: string | null;
  readonly opened_at: string;
  readonly is_open: boolean;
  readonly is_withdrawn: boolean;
}

interface Figures {
  readonly molds: ReadonlyMap<number, MoldRow>;
  readonly days: ReadonlyMap<string, DayRow>;
  readonly orders: ReadonlyMap<string, OrderShots>;
  readonly warnings: ReadonlyMap<string, WarningRow>;
}

async function figuresOf(
  ctx: Ctx,
  { moldIds, counterIds }: Touched,
  ordersSql: OrdersSql | undefined,
): Promise<Figures> {
  const { tenantId, zone } = ctx.who;
  const [molds, days, warnings] = await ctx.db.run(tenantId, [
    sql<MoldRow>`
      select t.mold_id, t.mold_no, t.mold_name, ${sql.raw(totalShots)} as shots, ${moldScope(ctx)} as is_seen
      from ${moldFrom(ctx)}
      where t.tenant_id = ${tenantId} and t.mold_id = any(${moldIds})
      order by t.mold_no
    `,
    sql<DayRow>`
      select h.mold_id, (h.hour at time zone ${zone})::date as day, sum(h.shots)::bigint as shots
      from shot_hour h
      where h.tenant_id = ${tenantId} and h.mold_id = any(${moldIds})
      group by 1, 2
      having sum(h.shots) > 0
    `,
    sql<WarningRow>`
      select
        w.kind, w.mold_id, c.writer_id, w.opened_at,
        w.cleared_at is null and w.withdrawn_at is null as is_open,
        w.withdrawn_at is not null as is_withdrawn
      from warning w
      left join counter c on c.tenant_id = ${tenantId} and c.counter_id = w.counter_id
      where w.tenant_id = ${tenantId}
        and (w.mold_id = any(${moldIds}) or w.counter_id = any(${counterIds}))
      order by w.opened_at, w.kind
    `,
  ]);
  const [orders] = ordersSql ? await ctx.db.run(tenantId, [ordersSql(ctx, moldIds)]) : [[]];
  return {
    molds: new Map(molds.map((m) => [m.mold_id, m])),
    days: new Map(days.map((d) => [`${d.mold_id}/${d.day}`, d])),
    orders: new Map(orders.map((o) => [o.order_id, o])),
    warnings: new Map(warnings.map((w) => [`${w.kind}/${w.mold_id}/${w.writer_id}/${w.opened_at}`, w])),
  };
}

const { opens, closes, added, withdrawn } = warningChange.values;

function changeOf(was: WarningRow | undefined, is: WarningRow | undefined) {
  if (is?.is_open && !was?.is_open) return opens;
  if (was?.is_open && !is?.is_open) return closes;
  const wasThere = was !== undefined && !was.is_withdrawn;
  const isThere = is !== undefined && !is.is_withdrawn;
  return wasThere === isThere ? undefined : isThere ? added : withdrawn;
}

/** Returns the keys of both maps, each once. */
const keysOf = <K>(a: ReadonlyMap<K, unknown>, b: ReadonlyMap<K, unknown>): K[] => [
  ...new Set([...a.keys(), ...b.keys()]),
];

function compare(before: Figures, after: Figures): Omit<CountPreview, "missed"> {
  const daysOf = new Map<number, string[]>();
  for (const key of keysOf(before.days, after.days)) {
    const was = before.days.get(key);
    const is = after.days.get(key);
    const row = is ?? was;
    if (!row || was?.shots === is?.shots) continue;
    const days = daysOf.get(row.mold_id) ?? [];
    daysOf.set(row.mold_id, [...days, row.day]);
  }
  const changed = [...after.molds.values()].filter(
    (m) => daysOf.has(m.mold_id) || before.molds.get(m.mold_id)?.shots !== m.shots,
  );
  const molds = changed
    .filter((m) => m.is_seen)
    .map((m) => {
      const days = (daysOf.get(m.mold_id) ?? []).sort();
      return {
        moldNo: m.mold_no,
        moldName: m.mold_name,
        before: before.molds.get(m.mold_id)?.shots ?? 0,
        after: m.shots,
        firstDay: days[0] ?? null,
        lastDay: days.at(-1) ?? null,
        days: days.length,
      };
    });
  const seen = (id: number | null) => (id === null ? undefined : after.molds.get(id));
  return {
    molds,
    days: new Set(changed.flatMap((m) => (m.is_seen ? (daysOf.get(m.mold_id) ?? []) : []))).size,
    orders: keysOf(before.orders, after.orders).flatMap((orderId) => {
      const was = before.orders.get(orderId)?.shots ?? 0;
      const is = after.orders.get(orderId)?.shots ?? 0;
      const mold = seen((after.orders.get(orderId) ?? before.orders.get(orderId))?.mold_id ?? null);
      return was !== is && mold?.is_seen ? [{ orderId, moldNo: mold.mold_no, before: was, after: is }] : [];
    }),
    warnings: keysOf(before.warnings, after.warnings).flatMap((key) => {
      const row = after.warnings.get(key) ?? before.warnings.get(key);
      const change = changeOf(before.warnings.get(key), after.warnings.get(key));
      if (!row || !change || (row.mold_id !== null && !seen(row.mold_id)?.is_seen)) return [];
      return [
        {
          kind: row.kind,
          change,
          moldNo: seen(row.mold_id)?.mold_no ?? null,
          writerId: row.writer_id,
          openedAt: row.opened_at,
        },
      ];
    }),
    hidden: changed.length - molds.length,
  };
}

/**
 * Runs a command and returns how it changes totals, days, orders and warnings. The database of `ctx` must be one that
 * rolls back all changes (dry run). `run` runs the command and returns its estimate of missed shots, or null.
 */
export async function previewCounts(
  ctx: Ctx,
  touched: Touched,
  run: () => Promise<CountPreview["missed"]>,
  ordersSql?: OrdersSql,
): Promise<CountPreview> {
  const before = await figuresOf(ctx, touched, ordersSql);
  const missed = await run();
  return { ...compare(before, await figuresOf(ctx, touched, ordersSql)), missed };
}
