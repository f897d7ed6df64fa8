// Fixed-point arithmetic: prices in 1/10,000 yuan, amounts in 1/100 yuan (cents). Binary floating point cannot store
// 1.005 exactly and would round it down to 1.00.

const priceUnits = 10_000;

/**
 * Converts a price to 1/10,000 yuan. The result is exact for a price with four decimals, because rounding removes the
 * error of the double.
 */
const priceOf = (unitPrice: number): bigint => BigInt(Math.round(unitPrice * priceUnits));
const centsOf = (amount: number): bigint => BigInt(Math.round(amount * 100));

/** Returns the amount of a line, rounded half up to two decimals. */
export function lineAmount(unitPrice: number, qty: number): number {
  return Number((priceOf(unitPrice) * BigInt(qty) + 50n) / 100n) / 100;
}

/** Adds amounts of two decimals without a rounding error. */
export function sumAmounts(amounts: Iterable<number>): number {
  let cents = 0n;
  for (const a of amounts) cents += centsOf(a);
  return Number(cents) / 100;
}

/** Returns true if two prices are equal when rounded to four decimals. */
export function samePrice(a: number, b: number): boolean {
  return priceOf(a) === priceOf(b);
}

/** Formats an amount with separators of thousands and two decimals: "1,234.50". */
export function amountText(amount: number): string {
  const cents = centsOf(amount);
  const sign = cents < 0n ? "-" : "";
  const plain = String(cents < 0n ? -cents : cents).padStart(3, "0");
  const yuan = plain.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${sign}${yuan}.${plain.slice(-2)}`;
}

/** Formats a price with two to four decimals: "468.00", "12.3456". Credit notes have negative prices: "-0.50". */
export function priceText(unitPrice: number): string {
  const units = priceOf(unitPrice);
  const sign = units < 0n ? "-" : "";
  const plain = String(units < 0n ? -units : units).padStart(5, "0");
  const decimals = plain.slice(-4).replace(/0{1,2}$/, "");
  return `${sign}${plain.slice(0, -4).replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals}`;
}

const digits = "零壹贰叁肆伍陆柒捌玖";
const places = ["", "拾", "佰", "仟"];
const groups = ["", "万", "亿", "万亿"];

/** Writes up to four digits as Chinese capital numerals (大写), without leading zeros. */
function groupInWords(group: string): string {
  let words = "";
  let zero = false;
  [...group].forEach((d, i) => {
    if (d === "0") zero = words !== "";
    else {
      words += `${zero ? "零" : ""}${digits[Number(d)]}${places[group.length - 1 - i]}`;
      zero = false;
    }
  });
  return words;
}

/** Writes an amount in Chinese capital numerals (大写), as invoices require: 壹仟贰佰叁拾肆元伍角整. */
export function amountInWords(amount: number): string {
  const cents = String(centsOf(amount)).padStart(3, "0");
  const yuan = cents.slice(0, -2).replace(/^0+(?=\d)/, "");
  const [jiao = "0", fen = "0"] = cents.slice(-2);
  let words = "";
  let skipped = false;
  for (let at = 0, left = yuan.length; left > 0; ) {
    const size = left % 4 || 4;
    const group = yuan.slice(at, at + size);
    const said = groupInWords(group);
    at += size;
    left -= size;
    if (said === "") skipped = words !== "";
    else {
      words += `${words !== "" && (skipped || group.startsWith("0")) ? "零" : ""}${said}${groups[left / 4]}`;
      skipped = false;
    }
  }
  const whole = words === "" ? "" : `${words}元`;
  if (jiao === "0" && fen === "0") return `${whole || "零元"}整`;
  const tenth = jiao === "0" ? (whole ? "零" : "") : `${digits[Number(jiao)]}角`;
  return whole + tenth + (fen === "0" ? "整" : `${digits[Number(fen)]}分`);
}
