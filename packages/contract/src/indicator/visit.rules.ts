/**
 * This file computes from a mold's positions at which places the mold was, and when (its visits). A place is an
 * organization with a fence: a circle around its coordinates.
 */

export interface PlaceFix {
  /** Time of the position by the device's clock, epoch ms. */
  readonly at: number;
  readonly lng: number;
  readonly lat: number;
}

export interface PlaceFence {
  readonly orgId: string;
  readonly lng: number;
  readonly lat: number;
  readonly radiusM: number;
}

export interface MoldVisit {
  /** Time of the first position of the visit, epoch ms. */
  readonly from: number;
  /** Time of the latest position of the visit, epoch ms. */
  readonly lastAt: number;
  /** End of the visit, epoch ms. Null: the visit has not ended. */
  readonly to: number | null;
  /** Organization whose fence contains the position of the visit. Null: no fence contains it. */
  readonly orgId: string | null;
  readonly lng: number;
  readonly lat: number;
  readonly fixes: number;
}

/**
 * A new place is confirmed by `confirmingFixes` successive positions there, or by positions there over the time
 * `confirmingMs`. A single wrong position therefore starts no visit.
 */
export const confirmingFixes = 3;
export const confirmingMs = 3_600_000;

const earthM = 6_371_008.8;

/** Returns the great-circle distance of two positions in metres. */
export function metresBetween(
  a: { readonly lng: number; readonly lat: number },
  b: { readonly lng: number; readonly lat: number },
): number {
  const rad = Math.PI / 180;
  const s =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lng - a.lng) * rad) / 2) ** 2;
  return 2 * earthM * Math.asin(Math.min(1, Math.sqrt(s)));
}

/**
 * Returns the organization whose fence contains the position. If several fences contain it, returns the organization
 * with the nearest centre. Returns null if no fence contains it.
 */
export function placeOf(fix: PlaceFix, fences: readonly PlaceFence[]): string | null {
  let best: { readonly id: string; readonly m: number } | undefined;
  for (const f of fences) {
    // Compares the latitudes first, which needs no trigonometry: a degree of latitude is about 111 km. Most places are
    // excluded here, because their latitude alone differs by more than the radius.
    if (Math.abs(f.lat - fix.lat) * 111_000 > f.radiusM) continue;
    const m = metresBetween(fix, f);
    if (m <= f.radiusM && (!best || m < best.m)) best = { id: f.orgId, m };
  }
  return best?.id ?? null;
}

/**
 * Converts the positions of a mold, in time order, to visits. A change to another place needs several positions there
 * (see `confirmingFixes`). The new visit then begins at the time of the first of these positions.
 */
export function visitsOf(fixes: readonly PlaceFix[], fences: readonly PlaceFence[]): MoldVisit[] {
  const visits: MoldVisit[] = [];
  let open: { -readonly [K in keyof MoldVisit]: MoldVisit[K] } | undefined;
  let candidate: { orgId: string | null; first: PlaceFix; count: number } | undefined;
  for (const fix of fixes) {
    const orgId = placeOf(fix, fences);
    if (!open) {
      open = { from: fix.at, lastAt: fix.at, to: null, orgId, lng: fix.lng, lat: fix.lat, fixes: 1 };
    } else if (orgId === open.orgId) {
      open.fixes++;
      open.lastAt = fix.at;
      candidate = undefined;
    } else {
      candidate =
        candidate?.orgId === orgId
          ? { ...candidate, count: candidate.count + 1 }
          : { orgId, first: fix, count: 1 };
      if (candidate.count < confirmingFixes && fix.at - candidate.first.at < confirmingMs) continue;
      visits.push({ ...open, to: open.lastAt });
      const { first, count } = candidate;
      open = {
        from: first.at,
        lastAt: fix.at,
        to: null,
        orgId,
        lng: first.lng,
        lat: first.lat,
        fixes: count,
      };
      candidate = undefined;
    }
  }
  if (open) visits.push(open);
  return visits;
}
