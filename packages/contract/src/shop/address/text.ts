import { isPseudoCity } from "./place.ts";

interface Written {
  readonly recProvince: string | null;
  readonly recCity: string | null;
  readonly recDistrict: string | null;
  readonly recAddress: string | null;
}

/**
 * Returns the parts of an address as people write them. If the city has the same name as its province or district, the
 * name appears only once. The pseudo-cities of official lists are left out.
 */
export function addressParts(a: Written): readonly string[] {
  const city = a.recCity && !isPseudoCity(a.recCity) && a.recCity !== a.recProvince ? a.recCity : "";
  const district = a.recDistrict === a.recCity || a.recDistrict === a.recProvince ? "" : a.recDistrict;
  return [a.recProvince, city, district, a.recAddress].filter(
    (part) => part !== null && part !== "",
  ) as string[];
}
