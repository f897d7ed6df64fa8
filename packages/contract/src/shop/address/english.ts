import { type Divisions, type Place, shortName } from "./place.ts";
import { englishNames } from "./place-names.ts";
import { isPostcode } from "./postcode.ts";

/**
 * Pinyin of the names of administrative divisions (provinces, cities, districts). `syllables` has the characters of
 * each syllable; `names` has the names with an irregular pinyin.
 */
export interface Readings {
  readonly syllables: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
}

/** Returns true for a text in Latin letters. The text may have a few Chinese characters. */
export function isEnglish(text: string): boolean {
  const letters = text.match(/[A-Za-z]/g)?.length ?? 0;
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return letters > 12 && letters > han * 4;
}

interface Unit extends Place {
  readonly level: "province" | "city" | "district";
}
const indexes = new WeakMap<Divisions, ReadonlyMap<string, readonly Unit[]>>();

/** Returns an index of the administrative divisions by their names in Latin letters, without spaces and apostrophes. */
function indexOf(divisions: Divisions, { syllables, names }: Readings): ReadonlyMap<string, readonly Unit[]> {
  const known = indexes.get(divisions);
  if (known) return known;
  const sounds = new Map(
    Object.entries(syllables).flatMap(([sound, chars]) => [...chars].map((c) => [c, sound])),
  );
  const index = new Map<string, Unit[]>();
  const add = (name: string, unit: Unit) => {
    const brief = shortName(name);
    const whole = names[name] ?? [...name].map((c) => sounds.get(c) ?? "").join("");
    const rest = [...name.slice(brief.length)].map((c) => sounds.get(c) ?? "").join("");
    const short = rest !== "" && whole.endsWith(rest) ? whole.slice(0, -rest.length) : whole;
    for (const key of new Set([whole, short, ...(englishNames[name] ?? [])])) {
      const plain = key.replaceAll("v", "u");
      for (const k of new Set([key, plain])) index.set(k, [...(index.get(k) ?? []), unit]);
    }
  };
  for (const [province, cities] of Object.entries(divisions)) {
    add(province, { level: "province", province, city: "", district: "" });
    for (const [city, districts] of Object.entries(cities)) {
      if (city !== province) add(city, { level: "city", province, city, district: "" });
      for (const district of districts)
        if (district !== city) add(district, { level: "district", province, city, district });
    }
  }
  indexes.set(divisions, index);
  return index;
}

const kinds = new Set(
  "province prov city district dist county town township municipality prefecture new area region sar autonomous".split(
    " ",
  ),
);
/** Words after a name that make it the name of a street or of a building. */
const streetWord = new RegExp(
  `^(?:${
    "road|rd|street|st|avenue|ave|boulevard|blvd|lane|ln|alley|drive|lu|jie|dadao|dajie|xiang|" +
    "building|bldg|plaza|tower|centre|center|mansion|park|square|[nsew]|north|south|east|west|middle|" +
    "zhong|bei|nan|dong|xi|industrial|estate|village|subdistrict|sub-district|court|house|garden|" +
    "gardens|city"
  })$`,
  "i",
);
const country =
  /^(?:china|p\.?\s?r\.?\s?c\.?|p\.?\s?r\.?\s?china|people's republic of china|mainland china)[\s\d]*$/i;

interface Hit {
  readonly at: number;
  readonly count: number;
  readonly units: readonly Unit[];
}

const plain = (word: string) => word.toLowerCase().replace(/[^a-z]/g, "");

/** Finds the names of administrative divisions among the words of a piece of the address. */
function hitsIn(words: readonly string[], index: ReadonlyMap<string, readonly Unit[]>): Hit[] {
  const hits: Hit[] = [];
  for (let at = 0; at < words.length; at++)
    for (let count = Math.min(4, words.length - at); count > 0; count--) {
      const units = index.get(
        words
          .slice(at, at + count)
          .map(plain)
          .join(""),
      );
      const next = words[at + count] ?? "";
      const isStreet = streetWord.test(next.replace(/[.,]/g, "")) && !/^city$/i.test(next);
      // Skips a word after the name of a street, because it is no district. Example: Central in "99 Queen's Road
      // Central".
      const isAfterStreet = streetWord.test((words[at - 1] ?? "").replace(/[.,]/g, ""));
      if (!units || isStreet || isAfterStreet) continue;
      let end = at + count;
      while (end < words.length && kinds.has(plain(words[end] ?? ""))) end++;
      hits.push({ at, count: end - at, units });
      at = end - 1;
      break;
    }
  return hits;
}

/** Returns the levels (province, city, district) of the administrative divisions that a piece of the text names. */
export function levelsIn(
  piece: string,
  divisions: Divisions,
  readings: Readings,
): ReadonlySet<Unit["level"]> {
  const hits = hitsIn(piece.split(/\s+/), indexOf(divisions, readings));
  return new Set(hits.flatMap((h) => h.units.map((u) => u.level)));
}

interface EnglishAddress extends Place {
  readonly street: string;
  readonly isDoubtful: boolean;
}

/**
 * Reads an address in Latin letters. Commas or line breaks separate the pieces of the address. Province, city and
 * district may be in any piece. The other pieces are the street.
 */
export function readEnglish(text: string, divisions: Divisions, readings: Readings): EnglishAddress {
  const index = indexOf(divisions, readings);
  const pieces = text
    .split(/[,;\n]+/)
    .map((p) => p.trim())
    .filter((p) => p !== "");
  const found = pieces.map((piece) => {
    const words = piece.split(/\s+/);
    return { words, hits: country.test(piece) ? [] : hitsIn(words, index) };
  });
  const units = found.flatMap((f) => f.hits.flatMap((h) => h.units));
  const at = (level: Unit["level"], of: Partial<Place>) =>
    units.filter(
      (u) =>
        u.level === level &&
        (of.province === undefined || u.province === of.province) &&
        (of.city === undefined || u.city === of.city),
    );
  const one = <T>(list: readonly T[]): T | undefined => (list.length > 0 ? list.at(-1) : undefined);
  const province = one(at("province", {}))?.province;
  const cities = new Set(at("city", province === undefined ? {} : { province }).map((u) => u.city));
  const city = one(at("city", province === undefined ? {} : { province }));
  // Takes the only city of a province as the city if the text names just the province. The municipalities, for
  // example Beijing, have only one city.
  const only = province === undefined ? undefined : Object.keys(divisions[province] ?? {});
  const inCity = city ?? (province && only?.length === 1 ? { province, city: only[0] ?? "" } : undefined);
  const within = inCity
    ? at("district", { province: inCity.province, city: inCity.city })
    : at("district", province === undefined ? {} : { province });
  const districts = new Map(within.map((u) => [`${u.province} ${u.city} ${u.district}`, u]));
  const district = districts.size === 1 ? within[0] : undefined;
  const place: Place = {
    province: inCity?.province ?? district?.province ?? province ?? "",
    city: inCity?.city ?? district?.city ?? "",
    district: district?.district ?? "",
  };
  const isUsed = (u: Unit) =>
    u.province === place.province &&
    (u.level === "province" ||
      (u.city === place.city && (u.level === "city" || u.district === place.district)));
  const street = found
    .map(({ words, hits }) => {
      const used = new Set(
        hits
          .filter((h) => h.units.some(isUsed))
          .flatMap((h) => Array.from({ length: h.count }, (_, i) => h.at + i)),
      );
      const rest = words.filter((_, i) => !used.has(i)).join(" ");
      // Drops the country and the postal code, which have no field of their own.
      return country.test(rest) ||
        (used.size > 0 && /^[\d.]*$/.test(rest)) ||
        (/^\d{6}$/.test(rest) && isPostcode(rest, place.province))
        ? ""
        : rest.replace(/\s+(?:\d{6}\s*)?(?:P\.?\s?R\.?\s?)?China$/i, "");
    })
    .filter((p) => p !== "")
    .join(", ");
  return { ...place, street, isDoubtful: cities.size > 1 || districts.size > 1 || place.city === "" };
}
