import {
  noteReturn,
  type PlaceFence,
  type PlaceFix,
  type Stay,
  staysOf,
} from "@shotkeeper/contract/indicator";
import { AppError } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { moldScope } from "../basic/index.ts";

const dayMs = 86_400_000;
/** The ledger's own default, where a place has none. */
const defaultRadiusM = 2000;
/** Molds folded in one statement: an embedded database does nothing else meanwhile. */
const chunk = 10;
/** A paper counts as a change of place where no position within so long says anything. */
const silentMs = 14 * dayMs;

interface Due {
  readonly mold_id: number;
  readonly mark: string;
}

/**
 * What the stays of a mold are made from: its bindings, the state of their counters, its transfers and the fences.
 * Stays of other facts are made anew from all fixes: so the order in which readings came does not matter.
 */
const marksSql = (id: number): Sql => sql`select m.mold_id, md5(concat(f.mark,
      (select string_agg(concat(b.counter_id, '/', b.bound_at, '/', b.unbound_at, '/', s.rev), ';' order by b.binding_id)
        from binding b left join counter_state s on s.tenant_id = ${id} and s.counter_id = b.counter_id where b.tenant_id = ${id} and b.mold_id = m.mold_id),
      (select count(*) from mold_document d where d.tenant_id = ${id} and d.mold_no = m.mold_no))) as mark
    from mold m cross join (select md5(string_agg(concat(o.org_id, o.type, o.longitude, o.latitude, o.radius), ';' order by o.org_id)) as mark
      from organization o where o.tenant_id = ${id}) f
    where m.tenant_id = ${id}`;

/** The job: where each mold was, from the fixes of its counters while they were on it, and from transfers where there are none. */
export async function deriveStays(ctx: Ctx): Promise<void> {
  const { tenantId: id } = ctx.who;
  const [due, places] = await ctx.db.run(id, [
    sql`select x.mold_id, x.mark from (${marksSql(id)}) x left join mold_stay_mark k on k.tenant_id = ${id} and k.mold_id = x.mold_id
      where k.mark is distinct from x.mark order by x.mold_id`,
    sql`select org_id, longitude::float8 as lng, latitude::float8 as lat, coalesce(radius, ${defaultRadiusM})::float8 as radius from organization
      where tenant_id = ${id} and longitude is not null and latitude is not null`,
  ]);
  const fences: PlaceFence[] = (places ?? []).map((p) => ({
    orgId: String(p.org_id),
    lng: Number(p.lng),
    lat: Number(p.lat),
    radiusM: Number(p.radius),
  }));
  const molds = (due ?? []) as unknown as Due[];
  for (let i = 0; i < molds.length; i += chunk) await deriveOf(ctx, molds.slice(i, i + chunk), fences);
  if (molds.length > 0) ctx.events.emit(id, { type: "board" });
}

async function deriveOf(ctx: Ctx, molds: readonly Due[], fences: readonly PlaceFence[]): Promise<void> {
  const { tenantId: id } = ctx.who;
  const ids = molds.map((m) => m.mold_id);
  const [fixRows, papers] = await ctx.db.run(id, [
    sql`select b.mold_id, (extract(epoch from r.at) * 1000)::bigint as at, r.lng, r.lat
      from binding b join reading r on r.tenant_id = ${id} and r.counter_id = b.counter_id and r.at >= b.bound_at and r.at < coalesce(b.unbound_at, 'infinity')
      where b.tenant_id = ${id} and b.mold_id = any(${ids}::bigint[]) and r.lng is not null and r.lat is not null
        and abs(r.lat) <= 90 and abs(r.lng) <= 180 and not (r.lng = 0 and r.lat = 0) order by r.at, r.count`,
    sql`select m.mold_id, (extract(epoch from d.document_time) * 1000)::bigint as at, d.to_plant_id as org
      from mold_document d join mold m on m.tenant_id = ${id} and m.mold_no = d.mold_no
      where d.tenant_id = ${id} and m.mold_id = any(${ids}::bigint[]) and d.to_plant_id is not null order by d.document_time`,
  ]);
  const fixesOf = new Map<number, PlaceFix[]>();
  for (const r of fixRows ?? []) {
    const moldId = Number(r.mold_id);
    const list = fixesOf.get(moldId) ?? [];
    list.push({ at: Number(r.at), lng: Number(r.lng), lat: Number(r.lat) });
    fixesOf.set(moldId, list);
  }
  const rows = molds.flatMap((m) => {
    const fixes = fixesOf.get(m.mold_id) ?? [];
    const own = (papers ?? []).filter((p) => Number(p.mold_id) === m.mold_id);
    const stays = [
      ...staysOf(fixes, fences).map((s) => ({ ...s, source: "position" })),
      ...paperStays(own, fixes, fences, ctx.now),
    ];
    return stays.map((s) => ({
      tenant_id: id,
      mold_id: m.mold_id,
      stay_from: new Date(s.from).toISOString(),
      last_at: new Date(s.lastAt).toISOString(),
      stay_to: s.to === null ? null : new Date(s.to).toISOString(),
      org_id: s.orgId,
      longitude: s.lng,
      latitude: s.lat,
      fixes: s.fixes,
      stay_source: s.source,
      created_by: ctx.who.userId,
      created_date: new Date(ctx.now).toISOString(),
    }));
  });
  await ctx.db.run(id, [
    sql`delete from mold_stay where tenant_id = ${id} and mold_id = any(${ids}::bigint[])`,
    sql`insert into mold_stay select * from json_populate_recordset(null::mold_stay, ${JSON.stringify(rows)}::json) on conflict do nothing`,
    sql`insert into mold_stay_mark (tenant_id, mold_id, mark, created_by, created_date)
      select ${id}, x.mold_id, x.mark, ${ctx.who.userId}, ${new Date(ctx.now)} from unnest(${ids}::bigint[], ${molds.map((m) => m.mark)}::text[]) as x (mold_id, mark)
      on conflict (tenant_id, mold_id) do update set mark = excluded.mark, created_date = excluded.created_date`,
  ]);
}

/** A mold without positions is where its papers say. */
function paperStays(
  papers: readonly Readonly<Record<string, unknown>>[],
  fixes: readonly PlaceFix[],
  fences: readonly PlaceFence[],
  now: number,
): (Stay & { readonly source: string })[] {
  const silent = papers.filter((p) => !fixes.some((f) => Math.abs(f.at - Number(p.at)) < silentMs));
  return silent.flatMap((p, i) => {
    const place = fences.find((f) => f.orgId === p.org);
    const next = silent[i + 1];
    const from = Number(p.at);
    const end = next ? Number(next.at) : fixes.find((f) => f.at > from)?.at;
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

export const noteReturnImpl = handle(noteReturn, async (ctx, { moldNo, stayFrom, stayReason }) => {
  const { tenantId: id, userId } = ctx.who;
  const at = new Date(ctx.now);
  const [rows] = await ctx.db.run(id, [
    sql`insert into mold_return_note (tenant_id, mold_id, stay_from, stay_reason, created_by, created_date, updated_by, updated_date)
      select ${id}, s.mold_id, s.stay_from, ${stayReason}, ${userId}, ${at}, ${userId}, ${at}
      from mold_stay s join mold t on t.tenant_id = ${id} and t.mold_id = s.mold_id
      where s.tenant_id = ${id} and t.mold_no = ${moldNo} and date_trunc('second', s.stay_from) = date_trunc('second', ${stayFrom}::timestamptz) and ${moldScope(ctx)}
      on conflict (tenant_id, mold_id, stay_from) do update set stay_reason = excluded.stay_reason, updated_by = excluded.updated_by, updated_date = excluded.updated_date returning 1`,
  ]);
  if (!rows?.length) throw new AppError("S0202", "STAY_FROM");
  return null;
});
