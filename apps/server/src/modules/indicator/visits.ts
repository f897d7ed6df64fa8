import {
  type MoldVisit,
  noteReturn,
  type PlaceFence,
  type PlaceFix,
  visitsOf,
} from "@shotkeeper/contract/indicator";
import { errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { moldScope, noteChanges } from "../mold/index.ts";
import { type ComparedVisit, changedVisits } from "./changed-visits.ts";

const dayMs = 86_400_000;
/**
 * Radius of the fence around a place, m, if the organization at this place has set none. Must equal `defaultRadiusM` in
 * telemetry/ledger/known-counter.ts.
 */
const defaultRadiusM = 2000;
/**
 * Number of molds whose visits one statement computes. The embedded database runs one statement at a time, so long
 * statements would block other requests.
 */
const chunkSize = 10;
/**
 * A transfer document changes the place of a mold only if the mold sent no position within this time before and after
 * the document, ms.
 */
const silentMs = 14 * dayMs;

interface StaleMold {
  readonly mold_id: number;
  readonly mark: string;
}

/**
 * Selects a hash of the facts from which a mold's visits are derived: bindings, counter states, transfers and fences.
 * If the hash changed, all visits of the mold are derived again from all of its positions. So late readings give the
 * same visits as readings that arrive in order.
 */
const marksSql = (id: number): Sql<StaleMold> => sql<StaleMold>`select m.mold_id, md5(concat(f.mark,
      (select string_agg(concat(b.counter_id, '/', b.bound_at, '/', b.unbound_at, '/', s.rev), ';'
          order by b.binding_id)
        from binding b
        left join counter_state s on s.tenant_id = ${id} and s.counter_id = b.counter_id
        where b.tenant_id = ${id} and b.mold_id = m.mold_id),
      (select count(*) from mold_document d where d.tenant_id = ${id} and d.mold_no = m.mold_no))) as mark
    from mold m
    cross join (select md5(string_agg(concat(o.org_id, o.type, o.longitude, o.latitude, o.radius), ';'
          order by o.org_id)) as mark
      from organization o where o.tenant_id = ${id}) f
    where m.tenant_id = ${id}`;

/**
 * Job: derives each mold's visits from the positions of the counters bound to it. For times without positions it uses
 * the transfers.
 */
export async function deriveVisits(ctx: Ctx): Promise<void> {
  const { tenantId: id } = ctx.who;
  const [molds, fences] = await ctx.db.run(id, [
    sql<StaleMold>`select x.mold_id, x.mark
      from (${marksSql(id)}) x
      left join mold_visit_mark k on k.tenant_id = ${id} and k.mold_id = x.mold_id
      where k.mark is distinct from x.mark order by x.mold_id`,
    sql<PlaceFence>`select org_id as "orgId",
        longitude::float8 as lng,
        latitude::float8 as lat,
        coalesce(radius, ${defaultRadiusM})::float8 as "radiusM"
      from organization
      where tenant_id = ${id} and longitude is not null and latitude is not null`,
  ]);
  for (let i = 0; i < molds.length; i += chunkSize)
    await deriveOf(ctx, molds.slice(i, i + chunkSize), fences);
  if (molds.length > 0) ctx.events.emit(id, { type: "board" });
}

async function deriveOf(ctx: Ctx, molds: readonly StaleMold[], fences: readonly PlaceFence[]): Promise<void> {
  const { tenantId: id } = ctx.who;
  const ids = molds.map((m) => m.mold_id);
  const [stored, fixRows, transfers] = await ctx.db.run(id, [
    sql<ComparedVisit>`select mold_id as "moldId", (extract(epoch from visit_from) * 1000)::bigint as "from",
        (extract(epoch from last_at) * 1000)::bigint as "lastAt", (extract(epoch from visit_to) * 1000)::bigint as "to",
        org_id as "orgId", before_id as "beforeId", visit_source as source
      from mold_visit
      where tenant_id = ${id} and mold_id = any(${ids}::bigint[])`,
    sql<
      PlaceFix & { readonly mold_id: number }
    >`select b.mold_id, (extract(epoch from r.at) * 1000)::bigint as at, r.lng, r.lat
      from binding b
      join (select x.counter_id, x.at, x.count, x.lng, x.lat from reading x where x.tenant_id = ${id}
          union all
          select x.counter_id, x.at, x.count, x.lng, x.lat from reading_place x where x.tenant_id = ${id}) r
        on r.counter_id = b.counter_id
        and r.at >= b.bound_at
        and r.at < coalesce(b.unbound_at, 'infinity')
      where b.tenant_id = ${id} and b.mold_id = any(${ids}::bigint[]) and r.lng is not null and r.lat is not null
        and abs(r.lat) <= 90 and abs(r.lng) <= 180 and not (r.lng = 0 and r.lat = 0) order by r.at, r.count`,
    sql<Transfer>`select m.mold_id, (extract(epoch from d.document_time) * 1000)::bigint as at, d.to_plant_id as org
      from mold_document d join mold m on m.tenant_id = ${id} and m.mold_no = d.mold_no
      where d.tenant_id = ${id} and m.mold_id = any(${ids}::bigint[]) and d.to_plant_id is not null
        order by d.document_time`,
  ]);
  const fixesOf = new Map<number, PlaceFix[]>();
  for (const { mold_id, ...fix } of fixRows) {
    const list = fixesOf.get(mold_id) ?? [];
    list.push(fix);
    fixesOf.set(mold_id, list);
  }
  const derived = molds.flatMap((m) => {
    const fixes = fixesOf.get(m.mold_id) ?? [];
    const own = transfers.filter((t) => t.mold_id === m.mold_id);
    const unseen = own.filter((t) => !fixes.some((f) => Math.abs(f.at - t.at) < silentMs));
    const moves = unseen.map((t) => t.at);
    const visits = [
      ...betweenMoves(fixes, moves).flatMap((list, i) =>
        visitsOf(list, fences).map((s) => ({
          ...s,
          // A transfer without positions ends the visit before it.
          to: s.to === null && i < moves.length ? s.lastAt : s.to,
          source: "position",
        })),
      ),
      ...transferVisits(unseen, fixes, fences, ctx.now),
    ];
    return withPlaceBefore(visits).map((s) => ({
      ...s,
      moldId: m.mold_id,
      beforeId: s.before?.orgId ?? null,
    }));
  });
  const rows = derived.map((s) => ({
    tenant_id: id,
    mold_id: s.moldId,
    visit_from: new Date(s.from).toISOString(),
    last_at: new Date(s.lastAt).toISOString(),
    visit_to: s.to === null ? null : new Date(s.to).toISOString(),
    org_id: s.orgId,
    longitude: s.lng,
    latitude: s.lat,
    fixes: s.fixes,
    visit_source: s.source,
    before_id: s.beforeId,
    before_lng: s.before?.lng ?? null,
    before_lat: s.before?.lat ?? null,
    created_by: ctx.who.userId,
    created_date: new Date(ctx.now).toISOString(),
  }));
  const changed = changedVisits(stored, derived);
  const times = [...changed.values()].map((ms) => new Date(ms));
  await ctx.db.run(id, [
    noteChanges(id, sql`select * from unnest(${[...changed.keys()]}::bigint[], ${times}::timestamptz[])`),
    sql`delete from mold_visit where tenant_id = ${id} and mold_id = any(${ids}::bigint[])`,
    sql`insert into mold_visit (
        tenant_id, mold_id, visit_from, last_at, visit_to, org_id, longitude, latitude, fixes, visit_source,
        before_id, before_lng, before_lat, created_by, created_date)
      select tenant_id, mold_id, visit_from, last_at, visit_to, org_id, longitude, latitude, fixes, visit_source,
        before_id, before_lng, before_lat, created_by, created_date
      from json_populate_recordset(null::mold_visit, ${JSON.stringify(rows)}::json)
      on conflict do nothing`,
    sql`insert into mold_visit_mark (tenant_id, mold_id, mark, created_by, created_date)
      select ${id}, x.mold_id, x.mark, ${ctx.who.userId}, ${new Date(ctx.now)}
      from unnest(${ids}::bigint[], ${molds.map((m) => m.mark)}::text[]) as x (mold_id, mark)
      on conflict (tenant_id, mold_id) do update set mark = excluded.mark, created_date = excluded.created_date`,
  ]);
}

type SourcedVisit = MoldVisit & { readonly source: string };

/**
 * Returns the visits of a mold in the order of their beginnings, each with the last earlier visit at a registered
 * place (`before`). Of several visits that began at the same time, only the first one is returned.
 */
function withPlaceBefore(visits: readonly SourcedVisit[]) {
  const sorted = visits
    .toSorted((a, b) => a.from - b.from)
    .filter((s, i, all) => s.from !== all[i - 1]?.from);
  let known: SourcedVisit | undefined;
  return sorted.map((s) => {
    const before = s.orgId === null ? undefined : known;
    if (s.orgId !== null) known = s;
    return { ...s, before };
  });
}

/** Divides positions at the times `moves`. Returns one more list than there are times. */
const betweenMoves = (fixes: readonly PlaceFix[], moves: readonly number[]): PlaceFix[][] =>
  [...moves, Number.POSITIVE_INFINITY].map((to, i) => {
    const from = moves[i - 1] ?? Number.NEGATIVE_INFINITY;
    return fixes.filter((f) => f.at >= from && f.at < to);
  });

interface Transfer {
  readonly mold_id: number;
  /** Time of the transfer document, epoch ms. */
  readonly at: number;
  readonly org: string;
}

/** Derives visits from transfer documents (`unseen`: those in times without positions). */
function transferVisits(
  unseen: readonly Transfer[],
  fixes: readonly PlaceFix[],
  fences: readonly PlaceFence[],
  now: number,
): SourcedVisit[] {
  return unseen.flatMap((t, i) => {
    const place = fences.find((f) => f.orgId === t.org);
    const from = t.at;
    // The visit ends with the next transfer or the next position, whichever comes first.
    const ends = [unseen[i + 1]?.at, fixes.find((f) => f.at > from)?.at].filter((at) => at !== undefined);
    const end = ends.length > 0 ? Math.min(...ends) : undefined;
    return place
      ? [
          {
            from,
            lastAt: end ?? now,
            to: end ?? null,
            orgId: place.orgId,
            lng: place.lng,
            lat: place.lat,
            fixes: 0,
            source: "document",
          },
        ]
      : [];
  });
}

export const noteReturnImpl = handle(noteReturn, async (ctx, { moldNo, visitFrom, visitReason }) => {
  const { tenantId: id, userId } = ctx.who;
  const at = new Date(ctx.now);
  const [rows] = await ctx.db.run(id, [
    sql`insert into mold_return_note (tenant_id, mold_id, visit_from, visit_reason, created_by, created_date,
          updated_by, updated_date)
      select ${id}, s.mold_id, s.visit_from, ${visitReason}, ${userId}, ${at}, ${userId}, ${at}
      from mold_visit s join mold t on t.tenant_id = ${id} and t.mold_id = s.mold_id
      where s.tenant_id = ${id}
        and t.mold_no = ${moldNo}
        and date_trunc('second', s.visit_from) = date_trunc('second', ${visitFrom}::timestamptz)
        and ${moldScope(ctx)}
      on conflict (tenant_id, mold_id, visit_from) do update
        set visit_reason = excluded.visit_reason, updated_by = excluded.updated_by, updated_date = excluded.updated_date
        returning 1`,
  ]);
  if (rows.length === 0) throw errors.unknownReference("visitFrom");
  return null;
});
