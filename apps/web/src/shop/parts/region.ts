/**
 * Returns province, city and district of a region that the user has chosen. A city without districts, such as Dongguan,
 * counts as its own district, because the checkout requires a district.
 */
export function regionOf(chosen: readonly string[] = []) {
  const [province = null, city = null, district = city] = chosen;
  return { province, city, district };
}
