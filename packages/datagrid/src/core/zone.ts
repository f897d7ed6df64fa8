/**
 * Time zone in which the pages show and read times: the browser's zone until `setZone` sets another one. If all pages
 * set the same zone, users in different zones see the same days.
 */
let current = Intl.DateTimeFormat().resolvedOptions().timeZone;
let formatter = formatterOf(current);
/**
 * Cache of offsets from UTC, ms, by quarter hour. One offset for each quarter hour is exact, because all zones change
 * their clocks at a full quarter hour.
 */
let offsets = new Map<number, number>();

const quarterMs = 900_000;
const maxOffsets = 50_000;

function formatterOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}

/** Sets the time zone of all pages (IANA name). An unknown zone is ignored. */
export function setZone(zone: string): void {
  if (zone === current) return;
  try {
    formatter = formatterOf(zone);
  } catch {
    return;
  }
  current = zone;
  offsets = new Map();
}

/** Returns the name of the time zone that the pages show, such as "Asia/Shanghai". */
export const zoneName = (): string => current;

/** Returns the offset of the pages' time zone from UTC at an instant (epoch ms), ms. */
export function zoneOffset(at: number): number {
  const quarter = Math.floor(at / quarterMs);
  const known = offsets.get(quarter);
  if (known !== undefined) return known;
  const begin = quarter * quarterMs;
  const part: Record<string, number> = {};
  for (const p of formatter.formatToParts(begin)) part[p.type] = Number(p.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const offset = Date.UTC(year, month - 1, day, hour, minute, second) - begin;
  if (offsets.size >= maxOffsets) offsets.clear();
  offsets.set(quarter, offset);
  return offset;
}

/** Returns the time that clocks in the pages' time zone show at an instant (epoch ms): 'YYYY-MM-DD HH:mm:ss'. */
export function wallTime(at: number): string {
  return new Date(at + zoneOffset(at)).toISOString().slice(0, 19).replace("T", " ");
}

/**
 * Returns the instant (epoch ms) at which clocks in the pages' time zone show 'YYYY-MM-DD[ HH:mm[:ss]]'. If the clocks
 * show the time twice, returns the first instant. If the clocks skip the time because they are set forward, adds the
 * skipped span: a time 30 minutes after the start of the gap becomes 30 minutes after its end. Returns NaN for other
 * texts.
 */
export function instantOf(wall: string): number {
  const local = Date.parse(`${wall.length === 10 ? `${wall} 00:00` : wall}Z`.replace(" ", "T"));
  if (Number.isNaN(local)) return local;
  const [before, after] = [zoneOffset(local - 86_400_000), zoneOffset(local + 86_400_000)];
  const first = local - before;
  return before === after || zoneOffset(first) === before ? first : secondTry(local, after, first);
}

/**
 * Second attempt to convert a local time near a clock change to an instant: by `after`, the offset from UTC after the
 * change. If the zone does not have this offset at that instant, the clocks skip the local time. Then returns
 * `skipped`, the instant by the offset before the change.
 */
function secondTry(local: number, after: number, skipped: number): number {
  const at = local - after;
  return zoneOffset(at) === after ? at : skipped;
}
