const parameter = "TENANT";

/**
 * Tenant whose shop the address names: /?TENANT=acme#/Shop/index. Undefined: the server chooses the shop by the host
 * name, or takes the only open shop.
 */
export const addressedTenant = new URLSearchParams(location.search).get(parameter) || undefined;

/**
 * Moves the tenant from the route (#/Shop/index?TENANT=acme) to the document's address, where it survives every change
 * of the route. Returns true if the browser loads the new address.
 */
export function moveTenant(): boolean {
  const [route = "", search] = location.hash.split("?");
  const query = new URLSearchParams(search);
  const tenant = query.get(parameter);
  if (!tenant) return false;
  query.delete(parameter);
  const rest = query.toString();
  const address = new URL(location.href);
  const isSame = address.searchParams.get(parameter) === tenant;
  address.searchParams.set(parameter, tenant);
  address.hash = rest ? `${route}?${rest}` : route;
  location.replace(address);
  // Returns true if the browser loads the page again. The browser does not load the page if only the route (hash)
  // differs.
  return !isSame;
}
