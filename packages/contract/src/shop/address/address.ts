import { isEnglish, levelsIn, type Readings, readEnglish } from "./english.ts";
import { bareName, isEnglishName, nameAfter, nameBefore, nameCertainty } from "./name.ts";
import { findLocalPhone, findPhone } from "./phone.ts";
import { type Divisions, findPlace, type Place, repeatedAt } from "./place.ts";
import { isPostcode } from "./postcode.ts";

/** Part of a recognized address. A person reads each part and may have to correct it. */
export type AddressPart = "name" | "phone" | "place" | "street";

export interface RecognizedAddress extends Place {
  readonly name: string;
  readonly phone: string;
  readonly street: string;
  /** Parts that are missing or uncertain. People must check them. */
  readonly doubts: readonly AddressPart[];
}

const nameLabel =
  "收货人姓名|收件人姓名|收货人|收件人|收貨人|聯繫人|联系人|姓名|Attn|Attention|Contact|Consignee|Recipient|Name|To";
const otherLabel =
  "手机号码|手机号|手机|手機|联系电话|聯繫電話|联系方式|电话号码|电话|電話|所在地区|所在省市|省市区|详细地址|详情地址|收货地址|收貨地址|" +
  "收件地址|地址|街道|邮政编码|邮编|Phone|Tel|Mobile|Cell|Address|Add|Zip code|Zip|Postcode|Postal code";
const labelled = new RegExp(
  `(?:^|[\\s,;|])(${nameLabel}|${otherLabel})\\s*[:：]\\s*|(?<=\\S)(${otherLabel})\\s*[:：]\\s*`,
  "giu",
);
/**
 * Matches a postal code after a label such as 邮编. Such a code is removed even if it does not belong to the province
 * of the address.
 */
const labelledPostcode = /(?:邮政编码|邮编|Zip code|Zip|Postcode|Postal code)\s*:?\s*\d{6}(?!\d)/giu;
const isNameLabel = new RegExp(`^(?:${nameLabel})$`, "i");

interface Prepared {
  /** Name after a label such as 收货人. */
  readonly labelledName: string;
  /** The input text, with a separator in place of each label (a word such as 电话: that says what follows). */
  readonly text: string;
}

/** Extracts the name that follows a label, and replaces all labels in the text by separators. */
function prepare(input: string): Prepared {
  const text = input
    .normalize("NFKC")
    .replace(/[\u200b\ufeff]/g, "")
    .replace(labelledPostcode, "\n")
    .trim();
  let labelledName = "";
  let rest = "";
  let last = 0;
  let isName = false;
  const push = (part: string) => {
    if (!isName) {
      rest += part;
      return;
    }
    const [, name = "", more = ""] = /^\s*([^\n,;|，；、]*)([\s\S]*)$/u.exec(part) ?? [];
    // If no separator follows the name, the name ends before the first digit.
    const [, own = "", tail = ""] = /^(\D*?)\s*([+(]?\d[\s\S]*)?$/u.exec(name.trim()) ?? [];
    labelledName ||= bareName(own.trim());
    rest += `\n${tail}${more}`;
  };
  for (const m of text.matchAll(labelled)) {
    push(text.slice(last, m.index));
    rest += "\n";
    isName = isNameLabel.test(m[1] ?? "");
    last = m.index + m[0].length;
  }
  push(text.slice(last));
  return { labelledName, text: rest };
}

/** Matches words that introduce an address and are not part of it, such as 寄到 (send to). These words are removed. */
const lead =
  /(?:寄到|寄至|送到|发到|收货信息|收件信息|地址信息|手机|座机|电话|固话)[::]?(?=\s|$)|(?:寄到|寄至|送到|发到|收货信息|收件信息|地址信息)[::]/g;
/** Matches a person in brackets to whose attention the parcel goes, such as (赵敏收). */
const attention = /\((\p{Script=Han}{2,5})(?:亲收|[收启])\)/gu;
/** Matches a number that may be a postal code. */
const sixDigits = /^\(?(\d{6})\)?$/;

/** Matches a name in Latin letters in a Chinese text. The text is split at spaces, but not within such a name. */
const latinName = /(?<![\p{L}\d])\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){1,2}(?![\p{L}\d])/gu;
const joint = "\u0001";

function piecesOf(text: string): string[] {
  return text
    .replace(attention, " ($1) ")
    .replace(lead, " ")
    .replace(latinName, (name) => (isEnglishName(name) ? name.replaceAll(" ", joint) : name))
    .split(/[\s,;|，；、。]+/u)
    .map((p) => p.replaceAll(joint, " ").replace(/^[-:：/]+|[-:：/]+$/g, ""))
    .filter((p) => p !== "" && p !== "()" && !/^(中国|中华人民共和国|China)$/i.test(p));
}

interface Named {
  readonly name: string;
  readonly rest: string;
  readonly isSure: boolean;
}

/**
 * Finds the person's name among the pieces of a Chinese text, split by `piecesOf`. The other pieces are the address.
 */
function nameIn(pieces: readonly string[], divisions: Divisions): Named {
  const others = (name: string) => pieces.filter((p) => p !== name).join(" ");
  const candidates = pieces.map((piece) => ({ piece, certainty: nameCertainty(piece) }));
  // Leaves out pieces of the text that begin with the name of a place, because they belong to the address. A place
  // later in a piece does not count: 金吉林 is a person, although 吉林 (Jilin) is a province.
  const persons = candidates.filter(
    (c) => c.certainty !== undefined && (findPlace(c.piece, divisions).place?.from ?? 1) > 0,
  );
  const sure = persons.filter((c) => c.certainty === "sure");
  const [one, ...more] = sure.length > 0 ? sure : persons;
  if (one && more.length === 0)
    return { name: bareName(one.piece), rest: others(one.piece), isSure: one.certainty === "sure" };
  return { name: "", rest: pieces.join(" "), isSure: false };
}

/** Replaces successive spaces by one space. Removes spaces and punctuation at the beginning and end of the street. */
const tidy = (street: string): string =>
  street
    .replace(/\s+/g, " ")
    .replace(/^[\s,\-/:.]+|[\s,\-/:]+$/g, "")
    .trim();

function chineseParts(text: string, labelledName: string, divisions: Divisions) {
  const all = piecesOf(text);
  const pieces = all.filter((p) => !sixDigits.test(p));
  const named = labelledName
    ? { name: labelledName, rest: pieces.join(" "), isSure: true }
    : nameIn(pieces, divisions);
  const { place, isDoubtful } = findPlace(named.rest, divisions);
  let { name, isSure } = named;
  // Drops the postal code before the province, because the address has no field for it.
  let before = place ? named.rest.slice(0, place.from).replace(/(?:^|\s)\(?\d{3,6}\)?\s*$/, "") : "";
  let after = place ? named.rest.slice(place.to) : named.rest;
  if (place) after = after.trimStart().slice(repeatedAt(after.trimStart(), place, divisions));
  if (name === "") {
    name = nameBefore(before.trim());
    if (name !== "") before = "";
    const glued = name === "" ? nameAfter(after.trim()) : undefined;
    if (glued) {
      name = glued.name;
      after = after.trim().slice(0, glued.at);
    }
    isSure = false;
  }
  // Adds six-digit numbers that are no postal codes to the end of the street. Their right position is unknown, so
  // people must check the street.
  const numbers = all
    .flatMap((p) => sixDigits.exec(p)?.[1] ?? [])
    .filter((n) => !isPostcode(n, place?.province ?? ""));
  const street = tidy([before, after, ...numbers].join(" "));
  return {
    name,
    isNameSure: isSure,
    place,
    isPlaceDoubtful: isDoubtful,
    street,
    hasNumber: numbers.length > 0,
  };
}

function englishParts(text: string, labelledName: string, divisions: Divisions, readings: Readings) {
  const pieces = text
    .split(/[,;\n]+/)
    .map((p) => p.trim())
    .filter((p) => p !== "");
  let name = labelledName;
  let isNameSure = name !== "";
  let rest = pieces;
  if (name === "") {
    const persons = pieces.filter(isEnglishName);
    const clear = persons.filter((p) => levelsIn(p, divisions, readings).size === 0);
    // A name at the beginning of the text counts as a person, even if a county has the same name. Many personal names
    // are also names of counties, for example Liu Yang.
    const isCounty = (p: string) => [...levelsIn(p, divisions, readings)].join() === "district";
    const person =
      clear.length === 1
        ? clear[0]
        : persons.find((p) => p === pieces[0] && (clear.includes(p) || isCounty(p)));
    if (person !== undefined) {
      name = person;
      isNameSure = clear.length === 1;
      rest = pieces.filter((p) => p !== person);
    }
  }
  const { street, isDoubtful, ...place } = readEnglish(rest.join(", "), divisions, readings);
  return { name, isNameSure, place, isPlaceDoubtful: isDoubtful, street, hasNumber: false };
}

/**
 * Extracts name, phone number and place from free text in any order, in Chinese or English, for the mainland, Hong
 * Kong, Macao and Taiwan. Parts that cannot be recognized stay empty, and `doubts` names all parts to check. The
 * remaining text becomes the street.
 * @param readings pinyin of the divisions. If it is missing, no place is recognized in English addresses.
 */
export function recognizeAddress(
  input: string,
  divisions: Divisions,
  readings?: Readings,
): RecognizedAddress {
  const { labelledName, text } = prepare(input);
  let found = findPhone(text);
  const read = (rest: string) =>
    readings && isEnglish(rest)
      ? englishParts(rest, labelledName, divisions, readings)
      : chineseParts(rest, labelledName, divisions);
  let parts = read(found.rest);
  const code = { 香港特别行政区: 852, 澳门特别行政区: 853 }[parts.place?.province ?? ""] as
    | 852
    | 853
    | undefined;
  if (found.phone === "" && code !== undefined) {
    found = findLocalPhone(found.rest, code);
    if (found.phone !== "") parts = read(found.rest);
  }
  const { name, place, street } = parts;
  const { province = "", city = "", district = "" } = place ?? {};
  const hasDistricts = (divisions[province]?.[city]?.length ?? 0) > 0;
  const isMacao = province === "澳门特别行政区";
  const isWhole = city !== "" && (district !== "" || !hasDistricts || isMacao);
  const doubts: AddressPart[] = [
    ...(name === "" || !parts.isNameSure ? (["name"] as const) : []),
    ...(found.phone === "" || found.others > 0 ? (["phone"] as const) : []),
    ...(!isWhole || parts.isPlaceDoubtful ? (["place"] as const) : []),
    // If the name or the place was not recognized, its text is still part of the street, so the street must be checked.
    ...(street === "" || name === "" || !isWhole || parts.isPlaceDoubtful || parts.hasNumber
      ? (["street"] as const)
      : []),
  ];
  return { name, phone: found.phone, province, city, district, street, doubts };
}
