import { type Refusal, refusals } from "../kernel/index.ts";

interface KnownCarrier {
  readonly code: string;
  /** Name of the carrier, as the screens offer it. */
  readonly name: string;
  /** Matches the spellings that people use for the carrier's name. */
  readonly names: RegExp;
  readonly pattern: RegExp;
  /** Example of a valid waybill number. The refusal of an invalid number shows it. */
  readonly example: string;
  /** True if no other carrier has numbers of this pattern. The number alone then identifies the carrier. */
  readonly isDistinct?: true;
}

/** Carriers whose waybill numbers have a known pattern. */
const known: readonly KnownCarrier[] = [
  {
    code: "sf",
    name: "顺丰速运",
    names: /顺丰|順豐|^sf/i,
    pattern: /^SF\d{10,15}$/,
    example: "SF1234567890123",
    isDistinct: true,
  },
  {
    code: "jd",
    name: "京东物流",
    names: /京东|京東|^jd/i,
    pattern: /^JD[A-Z0-9]{10,18}$/,
    example: "JD0123456789012",
    isDistinct: true,
  },
  {
    code: "yto",
    name: "圆通速递",
    names: /圆通|圓通|^yto?$/i,
    pattern: /^YT\d{13}$/,
    example: "YT1234567890123",
    isDistinct: true,
  },
  {
    code: "zto",
    name: "中通快递",
    names: /中通|^zto/i,
    pattern: /^\d{12,15}$/,
    example: "781234567890",
  },
  {
    code: "sto",
    name: "申通快递",
    names: /申通|^sto/i,
    pattern: /^\d{12,15}$/,
    example: "771234567890123",
  },
  {
    code: "yunda",
    name: "韵达快递",
    names: /韵达|韻達|^yunda/i,
    pattern: /^\d{13,15}$/,
    example: "4312345678901",
  },
  {
    code: "jt",
    name: "极兔速递",
    names: /极兔|極兔|^j&?t/i,
    pattern: /^JT\d{13}$/,
    example: "JT1234567890123",
    isDistinct: true,
  },
  {
    code: "ems",
    name: "EMS",
    names: /ems|邮政|郵政/i,
    pattern: /^([A-Z]{2}\d{9}[A-Z]{2}|\d{13})$/,
    example: "EA123456789CN",
  },
  {
    code: "deppon",
    name: "德邦快递",
    names: /德邦|deppon/i,
    pattern: /^(DPK?)?\d{8,14}$/,
    example: "DPK123456789",
  },
];

/** Names of the known carriers, as screens offer them. */
export const carrierNames: readonly string[] = known.map((c) => c.name);

/** Pattern of waybill numbers of carriers that are not in `known`. */
const anyNumber = /^[A-Z0-9-]{6,40}$/;

/** Returns a waybill number as it is stored: without spaces, in capital letters. */
export const plainWaybill = (expressNo: string): string => expressNo.replace(/\s/g, "").toUpperCase();

/**
 * Returns the known carrier with this name. Without a name, compares the first two letters of the number with the
 * carriers whose numbers are distinct (`isDistinct`).
 */
function carrierOf(name: string | null, expressNo: string): KnownCarrier | undefined {
  const text = name?.trim() ?? "";
  if (text !== "") return known.find((c) => c.names.test(text));
  return known.find((c) => c.isDistinct && expressNo.startsWith(c.code.slice(0, 2).toUpperCase()));
}

/**
 * Returns the code of a carrier, which is the same for all spellings of its name. Two carriers may use the same waybill
 * number, so a number is unique only together with this code.
 */
export function carrierCode(name: string | null, expressNo: string): string {
  return carrierOf(name, plainWaybill(expressNo))?.code ?? name?.trim().toLowerCase() ?? "";
}

/** Returns why a waybill number is refused: it is empty, or does not fit the pattern of its carrier. */
export function refuseNumber(carrier: string | null, expressNo: string | null): Refusal | undefined {
  const number = plainWaybill(expressNo ?? "");
  if (number === "") return refusals.noWaybillNumber();
  const of = carrierOf(carrier, number);
  if ((of?.pattern ?? anyNumber).test(number)) return undefined;
  return refusals.waybillPattern(of?.example ?? "AB12345678");
}
