export const mobilePattern = /^1[3-9]\d{9}$/;
/** Matches a landline number with its area code, possibly with an extension. */
export const fixedLinePattern = /^0\d{2,3}-?\d{7,8}(-\d{1,6})?$/;
/**
 * Matches a mobile or landline number of the mainland. Also matches a number of Hong Kong (852), Macao (853) or Taiwan
 * (886) with its country code.
 */
export const anyPhonePattern =
  /^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?|\+852-?[2-9]\d{7}|\+853-?[268]\d{7}|\+886-?[2-9]\d{7,8})$/;

/** A way to write phone numbers. `write` creates the stored form from the digits. */
interface Shape {
  readonly pattern: RegExp;
  readonly isMobile: boolean;
  readonly write: (match: RegExpExecArray) => string;
}

const digits = (text = "") => text.replace(/\D/g, "");
const begin = String.raw`(?<![\d+])`;
const end = String.raw`(?!\d)`;
const country = (code: number) => String.raw`\(?(?:\+|00)?\(?${code}\)?[-\s]*`;

const shapes: readonly Shape[] = [
  {
    pattern: new RegExp(`${begin}${country(852)}([2-9]\\d{3}[- ]?\\d{4})${end}`),
    isMobile: true,
    write: (m) => `+852-${digits(m[1])}`,
  },
  {
    pattern: new RegExp(`${begin}${country(853)}([268]\\d{3}[- ]?\\d{4})${end}`),
    isMobile: true,
    write: (m) => `+853-${digits(m[1])}`,
  },
  {
    pattern: new RegExp(`${begin}${country(886)}\\(?0?\\)?(9\\d{2}[- ]?\\d{3}[- ]?\\d{3})${end}`),
    isMobile: true,
    write: (m) => `+886-${digits(m[1])}`,
  },
  {
    pattern: new RegExp(`${begin}${country(886)}\\(?0?([2-8])\\)?([- ]?\\d{3,4}[- ]?\\d{4})${end}`),
    isMobile: false,
    write: (m) => `+886-${digits(m[1])}${digits(m[2])}`,
  },
  {
    pattern: new RegExp(
      `${begin}(?:${country(86)})?(1[3-9]\\d(?:[- ]?\\d{4}){2}|1[3-9]\\d{2}[- ]\\d{3}[- ]\\d{4})${end}`,
    ),
    isMobile: true,
    write: (m) => digits(m[1]),
  },
  {
    // A mobile number of Taiwan without its country code. It has ten digits and begins with 09, unlike any landline
    // number of the mainland.
    pattern: new RegExp(`${begin}0(9\\d{2}[- ]?\\d{3}[- ]?\\d{3})${end}`),
    isMobile: true,
    write: (m) => `+886-${digits(m[1])}`,
  },
  {
    pattern: new RegExp(
      `${begin}(?:${country(86)}0?|\\(?0)(?:(10|2\\d)\\)?[- ]?(\\d{4}[- ]?\\d{4})|` +
        `([3-9]\\d{2})\\)?[- ]?(\\d{3,4}[- ]?\\d{4}))(?:(?:-|\\s*(?:转|轉|分机|ext\\.?|x)\\s*)(\\d{1,6}))?${end}`,
      "i",
    ),
    isMobile: false,
    write: (m) => [`0${digits(m[1] ?? m[3])}`, digits(m[2] ?? m[4]), ...(m[5] ? [m[5]] : [])].join("-"),
  },
  {
    // A landline of Taiwan: an area code of one digit and a number of 7 or 8 digits.
    pattern: new RegExp(`${begin}\\(?0([2-8])\\)?[- ]?(\\d{3,4}[- ]?\\d{4})${end}`),
    isMobile: false,
    write: (m) => `+886-${digits(m[1])}${digits(m[2])}`,
  },
];
/**
 * Matches a number of Hong Kong or Macao without its country code. Eight digits count as a phone number only if the
 * address is in Hong Kong or Macao.
 */
const eightDigits = /(?<![\d+-])([2-9]\d{3}[- ]?\d{4})(?![\d-])/;

interface FoundPhone {
  /** Number in the form that `anyPhonePattern` accepts; "" if the text has no number. */
  readonly phone: string;
  /** Text without its phone numbers. */
  readonly rest: string;
  /** Number of further phone numbers, which were left out. */
  readonly others: number;
}

/**
 * Finds the phone numbers of a text. If the text has several numbers, the first mobile number is taken, otherwise the
 * first number.
 */
export function findPhone(text: string): FoundPhone {
  const found: { readonly at: number; readonly phone: string; readonly isMobile: boolean }[] = [];
  let rest = text;
  for (const { pattern, isMobile, write } of shapes)
    for (let m = pattern.exec(rest); m; m = pattern.exec(rest)) {
      const phone = write(m);
      if (!anyPhonePattern.test(phone)) break;
      found.push({ at: m.index, phone, isMobile });
      // Replaces the number by a text of equal length, so that positions in the text stay valid.
      rest = rest.slice(0, m.index) + "\n".padEnd(m[0].length) + rest.slice(m.index + m[0].length);
    }
  const ordered = found.sort((a, b) => Number(b.isMobile) - Number(a.isMobile) || a.at - b.at);
  const numbers = new Set(ordered.map((f) => f.phone));
  return { phone: ordered[0]?.phone ?? "", rest, others: Math.max(0, numbers.size - 1) };
}

/** Finds a number of eight digits in an address in Hong Kong (852) or Macao (853). */
export function findLocalPhone(text: string, code: 852 | 853): FoundPhone {
  const m = eightDigits.exec(text);
  const phone = m ? `+${code}-${digits(m[1])}` : "";
  if (!m || !anyPhonePattern.test(phone)) return { phone: "", rest: text, others: 0 };
  return { phone, rest: text.replace(m[0], "\n"), others: 0 };
}
