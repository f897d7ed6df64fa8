/** The official administrative divisions of China: province → city → counties or districts. */
export type Divisions = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export interface RecognizedAddress {
  readonly name: string;
  readonly phone: string;
  readonly province: string;
  readonly city: string;
  readonly district: string;
  readonly street: string;
}

export const mobilePattern = /^1[3-9]\d{9}$/;
/** Matches a landline number with its area code, possibly with an extension. */
export const fixedLinePattern = /^0\d{2,3}-?\d{7,8}(-\d{1,6})?$/;
export const anyPhonePattern = /^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?)$/;

const labels =
  /(收货人|收件人|联系人|姓名|手机号码|手机号|手机|联系电话|联系方式|电话|所在地区|所在省市|详细地址|收货地址|收件地址|地址|街道|邮编)\s*[:：]\s*/g;
const phoneInText =
  /(?<!\d)((?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}|0\d{2,3}-?\d{7,8}(?:-\d{1,6})?)(?!\d)/;
const suffix = /(特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治区|自治州|地区|盟|省|市|县|区|旗)$/;
const municipal = /^(市辖区|县|省直辖县级行政区划|自治区直辖县级行政区划)$/;

/** Returns the short form of an administrative division's name, for example 广东 for 广东省. */
const short = (name: string): string => {
  const cut = name.replace(suffix, "");
  return cut.length >= 2 ? cut : name;
};

/** Finds a division's name in the text: its full name if the text has it, otherwise its short form. */
function find(text: string, name: string): { readonly at: number; readonly length: number } | undefined {
  const full = text.indexOf(name);
  if (full >= 0) return { at: full, length: name.length };
  const brief = short(name);
  const at = brief === name ? -1 : text.indexOf(brief);
  return at < 0 ? undefined : { at, length: brief.length };
}

interface Place {
  readonly province: string;
  readonly city: string;
  readonly district: string;
  /** Start of the names of the administrative division within the text, as a character index. */
  readonly from: number;
  /** End of the names of the administrative division within the text, as a character index. */
  readonly to: number;
  /**
   * Length of the names of the administrative division in the text, characters. The division with the longest names is
   * chosen.
   */
  readonly named: number;
}

/**
 * Returns the administrative division whose names cover the most characters of the text. Returns undefined if there is
 * none, or if two divisions match equally well.
 */
function placeIn(text: string, divisions: Divisions): Place | undefined {
  let best: Place | undefined;
  let isDoubtful = false;
  const offer = (p: Place) => {
    if (!best || p.named > best.named) {
      best = p;
      isDoubtful = false;
    } else if (
      p.named === best.named &&
      (p.province !== best.province || p.city !== best.city || p.district !== best.district)
    )
      isDoubtful = true;
  };
  for (const [province, cities] of Object.entries(divisions)) {
    const p = find(text, province);
    for (const [city, districts] of Object.entries(cities)) {
      const cityName = municipal.test(city) ? "" : city;
      const c = cityName === "" ? undefined : find(text, cityName);
      const before = [p, c].filter((x) => x !== undefined);
      const named = before.reduce((n, x) => n + x.length, 0);
      const from = Math.min(...before.map((x) => x.at));
      const to = Math.max(...before.map((x) => x.at + x.length));
      if (before.length > 0)
        offer({ province, city: c || cityName === "" ? city : "", district: "", from, to, named });
      for (const district of districts) {
        // A district's short form counts only after the name of its province or city. Alone, it is often an ordinary
        // word.
        const full = text.indexOf(district, before.length > 0 ? to : 0);
        const d =
          full >= 0
            ? { at: full, length: district.length }
            : before.length > 0
              ? find(text.slice(to), district)
              : undefined;
        if (!d) continue;
        const at = full >= 0 ? full : to + d.at;
        // A district's name must follow its city's name within six characters. Farther away, the word is part of the
        // street.
        if (before.length > 0 && at - to > 6) continue;
        offer({
          province,
          city,
          district,
          from: before.length > 0 ? from : at,
          to: at + d.length,
          named: named + d.length,
        });
      }
    }
  }
  return isDoubtful ? undefined : best;
}

const streetSigns = /[路街道巷弄号栋幢座楼层室村镇乡园区厂]|\d/;

/** Returns true if a piece of the text looks like a person's name: short, Chinese, and without words of an address. */
function isName(piece: string): boolean {
  return /^[\p{Script=Han}·]{2,5}(先生|女士|小姐|经理|老师)?$/u.test(piece) && !streetSigns.test(piece);
}

/**
 * Extracts name, phone number and place from free text in any order. Uncertain parts stay empty. The remaining text
 * becomes the street.
 */
export function recognizeAddress(input: string, divisions: Divisions): RecognizedAddress {
  let text = input
    .normalize("NFKC")
    .replace(labels, " ")
    .replace(/[\s,;|，；、。]+/g, " ")
    .trim();
  const phone = phoneInText.exec(text)?.[0] ?? "";
  if (phone) text = text.replace(phone, " ").trim();
  const pieces = text.split(/\s+/).filter(Boolean);
  // The person's name is a separate piece of the text. All other pieces belong to the address.
  const names = pieces.filter((p) => isName(p) && !placeIn(p, divisions));
  const name = names.length === 1 ? (names[0] ?? "") : "";
  const rest = pieces.filter((p) => p !== name).join(" ");
  const place = placeIn(rest, divisions);
  const street = place ? `${rest.slice(0, place.from)} ${rest.slice(place.to)}` : rest;
  return {
    name,
    phone: phone.replace(/^\+?86[- ]?(?=1)/, "").replace(/^(1\d\d)[- ]?(\d{4})[- ]?(\d{4})$/, "$1$2$3"),
    province: place?.province ?? "",
    city: place?.city ?? "",
    district: place?.district ?? "",
    street: street.replace(/\s+/g, " ").trim(),
  };
}
