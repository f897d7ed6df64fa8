import { MemoryRouter, useLocation, useRoutes } from "react-router";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { oldAddresses } from "./old-addresses.tsx";

function Pages() {
  const { pathname, search } = useLocation();
  const address = <output>{pathname + decodeURIComponent(search)}</output>;
  return useRoutes([...oldAddresses, { path: "*", element: address }]);
}

// spec: shop A2.8-A2.11
it.each([
  ["/user/profile", "/Shop/profile"],
  ["/redirect/Shop/product?id=JS001", "/Shop/product?id=JS001"],
  ["/bs/mtrl?type=2", "/sales/stock?filter=isLowStock~EQ~b1"],
  ["/bs/mtrl", "/sales/stock"],
  ["/jsq/warninglist?type=1", "/warning/unbound?filter=kind~IN~svalidity"],
])("moves from the old address %s to %s", async (from, to) => {
  await render(
    <MemoryRouter initialEntries={[from]}>
      <Pages />
    </MemoryRouter>,
  );
  await expect
    .element(page.getByRole("status"))
    .toHaveTextContent(new RegExp(`^${to.replace(/[?]/g, "\\?")}$`));
});
