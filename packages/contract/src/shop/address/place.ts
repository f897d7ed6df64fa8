import { neighbourhoods, notBefore, provinceAliases, simplified } from "./place-names.ts";

/** The official administrative divisions of China: province → city → counties or districts. */
export type Divisions = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export interface Place {
  readonly province: string;
  readonly city: string;
  readonly district: string;
}

/**
 * Province, city and district that a text names. `from` and `to` are the character indices at which their names begin
 * and end.
 */
interface FoundPlace extends Place {
  readonly from: number;
  readonly to: number;
}

const peoples =
  "蒙古|蒙古族|回族|藏族|维吾尔|苗族|彝族|壮族|布依族|朝鲜族|满族|侗族|瑶族|白族|土家族|哈尼族|哈萨克|哈萨克族|傣族|黎族|" +
  "傈僳族|佤族|畲族|拉祜族|水族|东乡族|纳西族|景颇族|柯尔克孜|柯尔克孜族|土族|达斡尔族|仫佬族|羌族|布朗族|撒拉族|毛南族|" +
  "仡佬族|锡伯|塔吉克|怒族|鄂温克族|保安族|裕固族|独龙族|各族";
const suffixes = [
  /特别行政区$/,
  new RegExp(`(?:${peoples})*自治[区州县旗]$`),
  /地区$/,
  /新区$/,
  /林区$/,
  /[盟省市县区旗乡镇]$/,
];
/**
 * Returns true for a pseudo-city: a name that official lists put in place of a city, in municipalities and for counties
 * directly under a province.
 */
export const isPseudoCity = (name: string): boolean => /^(市辖区|县|(省|自治区)直辖县级行政区划)$/.test(name);

/** Returns the short form of an administrative division's name, for example 广东 for 广东省. */
export function shortName(name: string): string {
  for (const suffix of suffixes) {
    const cut = name.replace(suffix, "");
    if (cut !== name) return cut.length >= 2 ? cut : name;
  }
  return name;
}

/** Returns the ways to write the name of an administrative division, from the full name to the short form. */
function formsOf(name: string): readonly string[] {
  const brief = shortName(name);
  const aliases = provinceAliases[name] ?? [];
  // Adds the form that people write for an autonomous prefecture or county, for example 恩施州 or 长阳县 instead of the
  // long official name.
  const kind = /自治([州县旗])$/.exec(name)?.[1];
  return [...new Set([name, ...aliases, ...(kind ? [brief + kind] : []), brief])].filter(
    (f) => f.length >= 2,
  );
}

interface Named<T> {
  readonly name: string;
  readonly forms: readonly string[];
  readonly within: readonly T[];
}
type District = Named<never>;
type City = Named<District>;
type Province = Named<City>;

interface Tree {
  readonly provinces: readonly Province[];
  /** First two characters of all names. Fast check: a name can begin only where the text has one of these pairs. */
  readonly starts: ReadonlySet<string>;
}

const trees = new WeakMap<Divisions, Tree>();

function treeOf(divisions: Divisions): Tree {
  const known = trees.get(divisions);
  if (known) return known;
  const named = <T>(name: string, within: readonly T[]): Named<T> => ({ name, forms: formsOf(name), within });
  const provinces = Object.entries(divisions).map(([province, cities]) =>
    named(
      province,
      Object.entries(cities).map(([city, districts]) =>
        named(
          city,
          districts.map((d) => named<never>(d, [])),
        ),
      ),
    ),
  );
  const all = [
    ...provinces,
    ...provinces.flatMap((p) => [...p.within, ...p.within.flatMap((c) => c.within)]),
  ];
  const starts = new Set(all.flatMap((d) => d.forms.map((form) => form.slice(0, 2))));
  const tree = { provinces, starts };
  trees.set(divisions, tree);
  return tree;
}

/** Separators that may stand between the names of a place. */
const gap = /^(?:[\s,/\-_|>·()]{0,3})(?:(?:市辖区|(?:省|自治区)直辖县级行政区划)[\s,/\-_|>·]{0,3})?/;
/** After a short name, these characters show that the name belongs to a street, as in 南京路 or 朝阳北路. */
const streetAfter =
  /^[东西南北中老外内前后上下大小一二三四五六七八九十]{0,2}(?:路(?![环氹])|街|大道|道|巷|弄|里弄|桥|门|站|公路|广场|大厦|村|镇|乡)/;

interface Step {
  readonly end: number;
  /** Number of characters of the matched name. */
  readonly length: number;
}

/** Matches the name of an administrative division at a position, in any of its forms. */
function matchAt(text: string, at: number, d: Named<unknown>): Step | undefined {
  for (const form of d.forms) {
    if (!text.startsWith(form, at)) continue;
    const end = at + form.length;
    const after = text.slice(end, end + 6);
    if (notBefore[form]?.includes(after.charAt(0))) continue;
    if (form.length < d.name.length && streetAfter.test(after)) continue;
    return { end, length: form.length };
  }
  return undefined;
}

const skipGap = (text: string, at: number): number => at + (gap.exec(text.slice(at))?.[0].length ?? 0);

interface Candidate extends FoundPlace {
  readonly named: number;
}

/** Lists the places whose names begin at a position of the text. */
function* candidatesAt(text: string, from: number, { provinces, starts }: Tree): Generator<Candidate> {
  if (!starts.has(text.slice(from, from + 2))) return;
  for (const p of provinces) {
    const province = matchAt(text, from, p);
    if (province) {
      yield { province: p.name, city: "", district: "", from, to: province.end, named: province.length };
      yield* inProvince(text, from, p, province);
    }
    // Also tries city and district names without a province: people leave the province out, and some cities have the
    // same name as their province (吉林).
    yield* inProvince(text, from, p, undefined);
  }
}

function* inProvince(
  text: string,
  from: number,
  p: Province,
  province: Step | undefined,
): Generator<Candidate> {
  const start = province ? skipGap(text, province.end) : from;
  for (const c of p.within) {
    const isPseudo = isPseudoCity(c.name);
    const isImplied = province !== undefined && (isPseudo || p.within.length === 1);
    const city = isPseudo ? undefined : matchAt(text, start, c);
    const named = (province?.length ?? 0) + (city?.length ?? 0);
    const parent = { province: p.name, city: c.name, from };
    // A city without districts has one district in the list of divisions, with the city's own name. So the city's name
    // becomes the district here too.
    const own = c.within.length === 1 && c.within[0]?.name === c.name ? c.name : "";
    if (city) yield { ...parent, district: own, to: city.end, named };
    else if (isImplied && !isPseudo) yield { ...parent, district: "", to: province.end, named };
    for (const next of city ? [skipGap(text, city.end), start] : [start])
      for (const d of c.within) {
        const district = matchAt(text, next, d);
        // Accepts the short form of a district's name only with its city or municipality. Alone, the short form is
        // often an ordinary word.
        if (!district || (district.length < d.name.length && !city && !isImplied)) continue;
        const length = next === start && city ? named - city.length : named;
        yield { ...parent, district: d.name, to: district.end, named: length + district.length };
      }
  }
}

const samePlace = (a: Place, b: Place) =>
  a.province === b.province && a.city === b.city && a.district === b.district;

/** Adds city and district of a place in Hong Kong or Macao by the neighbourhood that the text names. */
function withNeighbourhood(found: FoundPlace, text: string): FoundPlace {
  if (found.district !== "") return found;
  const known = neighbourhoods[found.province];
  for (const [[city, district], names] of known ?? []) {
    const isIn = found.city === "" || found.city === city;
    if (isIn && names.some((n) => text.includes(n, found.to))) return { ...found, city, district };
  }
  return found;
}

/**
 * Returns the administrative division whose names cover the most characters of the text. `isDoubtful` is true if other
 * divisions match equally well; then no division is returned.
 */
export function findPlace(
  written: string,
  divisions: Divisions,
): { readonly place: FoundPlace | undefined; readonly isDoubtful: boolean } {
  const text = simplified(written);
  const tree = treeOf(divisions);
  let best: Candidate | undefined;
  let isDoubtful = false;
  for (let at = 0; at < text.length; at++)
    for (const c of candidatesAt(text, at, tree)) {
      if (
        !best ||
        c.named > best.named ||
        (c.named === best.named && c.from === best.from && c.to > best.to)
      ) {
        best = c;
        isDoubtful = false;
      } else if (c.named === best.named && c.from === best.from && !samePlace(c, best)) {
        // If a city and its province have the same name, the city is chosen, because it is more exact.
        if (best.city === "" && c.province === best.province) best = c;
        else if (c.city !== "" || c.province !== best.province) isDoubtful = true;
      }
    }
  if (!best || isDoubtful) return { place: undefined, isDoubtful };
  const { named, ...place } = best;
  return { place: withNeighbourhood(place, text), isDoubtful: false };
}

/**
 * For addresses that name province, city and district twice: `written` is the rest of the text after the first time.
 * Returns the length of the repeated names with which `written` begins. Returns 0 if `written` does not repeat them.
 */
export function repeatedAt(written: string, place: Place, divisions: Divisions): number {
  const text = simplified(written);
  const districts = divisions[place.province]?.[place.city] ?? [];
  const part: Divisions = {
    [place.province]: { [place.city]: districts.filter((d) => d === place.district) },
  };
  let longest = 0;
  for (const c of candidatesAt(text, 0, treeOf(part))) if (c.named >= 5) longest = Math.max(longest, c.to);
  return longest;
}
