const two = (n: number) => String(n).padStart(2, "0");

/**
 * Excel serial date of 1970-01-01. Valid only after February 1900, because Excel counts a 29 February 1900 that did
 * not exist.
 */
const EPOCH = 25_569;
/** Days between Excel's date systems of 1900 and 1904 (old Excel for Mac). */
export const SHIFT_1904 = 1462;

/** Serial of 29 February 1900 in Excel, a day that did not exist. */
const NO_DAY = 60;

/**
 * Returns true if a serial of the 1900 system is a real day: at least 1, before the year 10000, and not 29 February
 * 1900 (`NO_DAY`).
 */
export const hasDay = (serial: number): boolean =>
  serial >= 1 && serial < 2_958_466 && Math.floor(serial) !== NO_DAY;

/** Converts a time of day or a span in days to 'HH:mm:ss'. */
export function spanText(days: number): string {
  const seconds = Math.round(days * 86_400);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Returns true if a serial has parts of a second. Excel stores times inexactly, so up to 5 ms are ignored. */
export const hasPartOfSecond = (serial: number): boolean => {
  const seconds = serial * 86_400;
  return Math.abs(seconds - Math.round(seconds)) > 0.005;
};

/** Converts an Excel serial date of the 1900 system to 'YYYY-MM-DD HH:mm:ss'. */
export function serialText(excelSerial: number): string {
  // Adds 1 to the serials of the days before 29 February 1900. Excel counts that day, which did not exist.
  const serial = excelSerial < NO_DAY ? excelSerial + 1 : excelSerial;
  const d = new Date(Math.round((serial - EPOCH) * 86_400) * 1000);
  const date = `${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())}`;
  return `${date} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`;
}

/** Returns true if a number may be an Excel serial date: the years 1950 to 2149. Other numbers are plain numbers. */
export const isSerial = (n: number): boolean => n >= 18_264 && n < 91_313;

/**
 * Converts 'YYYY-MM-DD[ HH:mm:ss]' to an Excel serial date. Returns undefined for other texts, for days that do not
 * exist, and for dates before 1901.
 */
export function textSerial(text: string): number | undefined {
  const m = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d))?$/.exec(text);
  if (!m) return undefined;
  const [year, month, day, hour, minute, second] = m.slice(1).map((part) => Number(part ?? 0));
  const ms = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  const serial = ms / 86_400_000 + EPOCH;
  return (year ?? 0) >= 1901 && new Date(ms).getUTCDate() === day ? serial : undefined;
}
