const two = (n: number) => String(n).padStart(2, "0");

/** Day 0 of spreadsheets in days of 1970; their leap-year mistake lies before it. */
const EPOCH = 25_569;
/** Sheets of old Macintoshes count from 1904. */
export const SHIFT_1904 = 1462;

/** 'YYYY-MM-DD HH:mm:ss' of a spreadsheet's serial number (1900 system). */
export function serialText(serial: number): string {
  const d = new Date(Math.round((serial - EPOCH) * 86_400) * 1000);
  return `${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`;
}

/** Serial numbers of the years 1950 to 2150: what is outside is a number that somebody meant as a number. */
export const isSerial = (n: number): boolean => n > 18_264 && n < 91_313;

/** The inverse: undefined for what is no such text, or a day before spreadsheets count. */
export function textSerial(text: string): number | undefined {
  const m = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d))?$/.exec(text);
  if (!m) return undefined;
  const [year, month, day, hour, minute, second] = m.slice(1).map((part) => Number(part ?? 0));
  const ms = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  const serial = ms / 86_400_000 + EPOCH;
  return (year ?? 0) >= 1901 && new Date(ms).getUTCDate() === day ? serial : undefined;
}
