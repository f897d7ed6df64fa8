import { warningKind } from "@shotkeeper/contract/warning";
import { Navigate, type RouteObject, useLocation } from "react-router";

/**
 * Redirects from /redirect/PATH to /PATH. A page navigates to /redirect/ and its own path if the page must be mounted
 * again (spec shop §2).
 */
function Redirect() {
  const { pathname, search } = useLocation();
  return <Navigate to={pathname.replace(/^\/redirect/i, "") + search || "/"} replace />;
}

/** Redirects to a list. `filter` has the format of the URL parameter of lists (filtersToParam of the data grid). */
function List({ path, filter }: { readonly path: string; readonly filter?: string }) {
  return (
    <Navigate to={filter === undefined ? path : `${path}?filter=${encodeURIComponent(filter)}`} replace />
  );
}

/** Redirects to the list of stock. With the parameter type=2, the list shows only products with low stock. */
function Stock() {
  const type = new URLSearchParams(useLocation().search).get("type");
  return <List path="/sales/stock" {...(type === "2" && { filter: "isLowStock~EQ~b1" })} />;
}

/** Routes of old addresses, which are still in the links of notices (spec shop §2). */
export const oldAddresses: readonly RouteObject[] = [
  { path: "/redirect/*", element: <Redirect /> },
  { path: "/bs/mtrl", element: <Stock /> },
  { path: "/user/profile", element: <Navigate to="/Shop/profile" replace /> },
  // Ignores the parameter `type` of this old address: each of its values means a warning about the end of a data plan.
  {
    path: "/jsq/warninglist",
    element: <List path="/warning/unbound" filter={`kind~IN~s${warningKind.values.validity}`} />,
  },
];
