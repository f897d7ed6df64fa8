import { at, day, hour, now, num, type Row, raw, t } from "./facts.ts";

/**
 * Visit of a mold at an organization, or elsewhere (`org` is null). At least three positions in a row or positions over
 * one hour prove a visit. It begins at the first of these positions.
 */
export interface MoldVisit {
  org: string | null;
  from: number;
  last: number;
  to: number | null;
}
function metres(a: { lng: number; lat: number }, b: { lng: number; lat: number }): number {
  const rad = Math.PI / 180;
  const [x, y, z] = [a, b]
    .map(({ lng, lat }) => [
      Math.cos(lat * rad) * Math.cos(lng * rad),
      Math.cos(lat * rad) * Math.sin(lng * rad),
      Math.sin(lat * rad),
    ])
    .reduce((p, q) => p.map((v, i) => v - (q[i] ?? 0)));
  return 2 * 6_371_008.8 * Math.asin(Math.hypot(x ?? 0, y ?? 0, z ?? 0) / 2);
}
export function visitsOf(m: Row): MoldVisit[] {
  const places = t("organization").filter((o) => o.longitude !== null && o.latitude !== null);
  const fixes = raw.bindings
    .filter((b) => b.mold === num(m.mold_id))
    .flatMap((b) =>
      (raw.readings.get(b.counter) ?? []).filter((r) => r.at >= b.from && (b.to === null || r.at < b.to)),
    )
    .flatMap((r) => (r.lng === null || r.lat === null ? [] : [{ at: r.at, lng: r.lng, lat: r.lat }]))
    .sort((a, b) => a.at - b.at);
  const placed = fixes.map((f) => {
    const inside = places
      .map((o) => ({
        id: String(o.org_id),
        far: metres(f, { lng: num(o.longitude), lat: num(o.latitude) }),
        radius: num(o.radius ?? 2000),
      }))
      .filter((o) => o.far <= o.radius)
      .sort((a, b) => a.far - b.far);
    return { at: f.at, org: inside[0]?.id ?? null };
  });
  const visits: MoldVisit[] = [];
  // For times without positions, the mold is at the plant that its latest transfer document names.
  const transfers = t("mold_document")
    .filter((d) => d.mold_no === m.mold_no && d.to_plant_id !== null)
    .map((d) => ({ at: at(d.document_time), org: String(d.to_plant_id) }))
    .filter((p) => !fixes.some((f) => Math.abs(f.at - p.at) < 14 * day))
    .sort((a, b) => a.at - b.at);
  for (let i = 0; i < placed.length; i++) {
    const f = placed[i]!;
    const open = visits.at(-1);
    const isMoved = open !== undefined && transfers.some((p) => p.at > open.last && p.at <= f.at);
    if (isMoved) open.to ??= open.last;
    if (!open || isMoved) visits.push({ org: f.org, from: f.at, last: f.at, to: null });
    else if (open.org === f.org) open.last = f.at;
    else {
      let end = i;
      while (placed[end + 1]?.org === f.org) end++;
      const run = placed.slice(i, end + 1);
      const isReal = run.length >= 3 || (run.at(-1)?.at ?? 0) - f.at >= hour;
      if (isReal) {
        open.to = open.last;
        visits.push({ org: f.org, from: f.at, last: run.at(-1)?.at ?? f.at, to: null });
      }
      i = end;
    }
  }
  // A transfer after the last position ends the visit.
  const latest = visits.at(-1);
  if (latest && transfers.some((p) => p.at > latest.last)) latest.to = latest.last;
  for (const [i, p] of transfers.entries()) {
    if (!places.some((o) => o.org_id === p.org)) continue;
    const ends = [transfers[i + 1]?.at, fixes.find((f) => f.at > p.at)?.at].filter((x) => x !== undefined);
    const end = ends.length > 0 ? Math.min(...ends) : null;
    visits.push({ org: p.org, from: p.at, last: end ?? now, to: end });
  }
  return visits.sort((a, b) => a.from - b.from);
}
const orgOf = (org: unknown) => t("organization").find((o) => o.org_id === org);
/** Returns the visits of a mold at organizations. Each has the organization of the visit before it (`before`). */
export const placesOf = (m: Row) => {
  const known = visitsOf(m).filter((s) => s.org !== null);
  return known.map((s, i) => ({ ...s, before: known[i - 1]?.org ?? null }));
};
export const returnsOf = (m: Row) =>
  placesOf(m).filter((s) => s.before !== null && s.before !== s.org && orgOf(s.org)?.type === "maker");
