import type { Page } from "@playwright/test";
import { menus, menuTree } from "@shotkeeper/contract/menus";
import type { Locale } from "@shotkeeper/locales";
import { openScreen, settled } from "../fixtures.ts";
import type { Person } from "../person.ts";

/** Groups of pages to photograph. `admin-a` and `admin-b` are the two halves of the administration. */
const groups = ["admin-a", "admin-b", "shop", "boards"] as const;
type Group = (typeof groups)[number];

/** A page to photograph. */
export interface Shot {
  readonly name: string;
  readonly group: Group;
  readonly path: string;
  /** User ID whose session the page gets. Unset: a visitor. */
  readonly user?: string;
  /** Set if the page has a long drawer. Its window is then higher than a screen, so that the picture shows more. */
  readonly isHigh?: true;
  /** Steps after the page has loaded, for example a click that opens a dialog. */
  readonly steps?: (page: Page, locale: Locale) => Promise<void>;
}

type Steps = NonNullable<Shot["steps"]>;

/** Presses the first visible button whose name ends with the text. An icon may be in front of the text. */
const press =
  (text: (l: Locale) => string): Steps =>
  async (page, locale) => {
    const name = new RegExp(`${text(locale).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
    await page.getByRole("button", { name }).filter({ visible: true }).first().click();
  };

/** Opens a dialog or drawer with a button. */
const open =
  (text: (l: Locale) => string): Steps =>
  async (page, locale) => {
    await press(text)(page, locale);
    await page.getByRole("dialog").first().waitFor();
  };

/** Runs an action of the first row of the list. The action may be in the row's menu. */
const actOnRow =
  (text: (l: Locale) => string): Steps =>
  async (page, locale) => {
    const row = page.locator("[role=row]:has([role=gridcell]):visible").first();
    const direct = row.getByRole("button", { name: text(locale), exact: true });
    const more = row.getByRole("button", { name: locale.shell.common.more, exact: true });
    await direct.or(more).first().waitFor();
    if (await direct.isVisible()) return direct.click();
    await more.click();
    await page.getByRole("menuitem", { name: text(locale), exact: true }).click();
  };

async function chooseOem(page: Page): Promise<void> {
  await page.locator(".shop-oem").click();
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").first().click();
}

/** Opens the checkout of the product page. */
const checkOut: Steps = async (page, locale) => {
  await chooseOem(page);
  await page.getByRole("button", { name: locale.shop.product.buy }).click();
  await page.getByRole("button", { name: locale.shop.buy.submit }).waitFor();
};

/** Puts a product into the shopping cart if it is empty. */
const fillCart: Steps = async (page, locale) => {
  if (await page.locator(".shop-bar").isVisible()) return;
  await openScreen(page, "/Shop/product?id=JS001");
  await chooseOem(page);
  await page.getByRole("button", { name: locale.shop.product.add }).click();
  await settled(page);
  await openScreen(page, "/Shop/cart");
  await page.locator(".shop-bar").waitFor();
};

const sectionsOfA = ["DB", "BS", "PO", "MT", "IN", "WA", "IV", "TR"];

function menuShots(): readonly Shot[] {
  return menuTree.flatMap((section) =>
    (section.children ?? [section]).flatMap(({ id, path }): readonly Shot[] => {
      if (path === undefined || id === menus.shop) return [];
      const half = sectionsOfA.includes(section.id) ? "admin-a" : "admin-b";
      const group = section.id === menus.boardSection ? "boards" : half;
      return [{ name: `${id}${path.replaceAll("/", "-")}`, group, path, user: "admin" }];
    }),
  );
}

/** Returns the value of a field in the first row of a list for which `test` returns true. */
async function keyOf(
  admin: Person,
  MENU_ID: string,
  field: string,
  test: (row: Readonly<Record<string, unknown>>) => boolean = () => true,
): Promise<string> {
  const { list } = await admin.must({ Type: "QueryByID", MENU_ID, QueryID: "Q01", Page: 1, Limit: 200 });
  const row = (list as readonly Record<string, unknown>[]).find(test);
  return encodeURIComponent(String(row?.[field] ?? "none"));
}

async function recordShots(admin: Person): Promise<readonly Shot[]> {
  const moldNo = (state: string) => keyOf(admin, menus.mold, "MOLD_NO", (m) => m.Work_Stat === state);
  const running = await moldNo("running");
  const fresh = await keyOf(admin, menus.mold, "MOLD_NO", (m) => /-N\d+$/.test(String(m.MOLD_NO)));
  const count = await keyOf(admin, menus.inventoryHistory, "IV_ID");
  const connector = await keyOf(admin, menus.connector, "CONNECTOR_ID");
  const a = (name: string, path: string, more: Partial<Shot> = {}): Shot => ({
    ...{ name: `a-${name}`, group: "admin-a", path, user: "admin" },
    ...more,
  });
  const b = (name: string, path: string, more: Partial<Shot> = {}): Shot => ({
    ...{ name: `b-${name}`, group: "admin-b", path, user: "admin" },
    ...more,
  });
  const add = open((l) => l.shell.common.add);
  return [
    ...["overview", "orders", "maintenance", "inspections", "history"].map((tab) =>
      a(`mold-${tab}`, `/basic/mold/${running}?tab=${tab}`),
    ),
    a("mold-new", `/basic/mold/${fresh}`),
    a("mold-in-repair", `/basic/mold/${await moldNo("inRepair")}`),
    a("mold-silent", `/basic/mold/${await moldNo("silent")}`),
    a("mold-unknown", "/basic/mold/none"),
    a("mold-form", "/basic/mold", { steps: add, isHigh: true }),
    a("mold-import", "/basic/mold", { steps: open((l) => l.importing.action) }),
    a("mold-edit", "/basic/mold", { steps: actOnRow((l) => l.shell.common.edit) }),
    a("product-form", "/basic/product", { steps: add }),
    a("order-form", "/order/production", { steps: add }),
    a("order-print", "/order/production", { steps: actOnRow((l) => l.production.order.print) }),
    a("status-cards", "/order/status?view=cards"),
    a("labels", `/basic/label?no=${running}`),
    a("forecast", "/basic/forecast"),
    a("first-use", "/first-use"),
    a("offline", "/offline"),
    a("count-history", `/inventory/history/${count}`),
    a("repair-form", "/maintenance/major", { steps: open((l) => l.maintenance.add) }),
    a("not-found", "/nothing/here"),
    a("theme", "/dashboard/workplace", { steps: open((l) => l.shell.theme.open), isHigh: true }),
    b("causes", "/indicator/causes"),
    b("modification-list", "/new-mold/modification?view=list"),
    b("connector", `/counter/connector/${connector}`),
    b("bank", "/sales/voucher/bank"),
    b("messages", "/system/message"),
    b("data-files", "/system/data-out?tab=files"),
    b("order-detail", "/sales/order", { steps: actOnRow((l) => l.shell.common.detail) }),
    b("role-rights", "/system/role", { steps: actOnRow((l) => l.system.role.assign) }),
    b("user-form", "/system/user", { steps: add }),
    b("counter-form", "/counter/registration", { steps: add }),
    b("organization-form", "/system/organization", { steps: add }),
  ];
}

function shopShots(): readonly Shot[] {
  const visit = (name: string, path: string, more: Partial<Shot> = {}): Shot => ({
    ...{ name: `visitor-${name}`, group: "shop", path },
    ...more,
  });
  const buy = (name: string, path: string, more: Partial<Shot> = {}): Shot => ({
    ...{ name: `customer-${name}`, group: "shop", path, user: "cust" },
    ...more,
  });
  const home = (name: string, text: (l: Locale) => string) => buy(name, "/Shop/home", { steps: open(text) });
  return [
    visit("log-in", "/login"),
    visit("index", "/Shop/index"),
    visit("search", "/Shop/index?q=zzz"),
    visit("counter", "/Shop/product?id=JS001"),
    visit("battery", "/Shop/product?id=DC001"),
    visit("sign-up", "/Shop/sign-up"),
    visit("not-found", "/Shop/nothing"),
    buy("index", "/Shop/index"),
    buy("product", "/Shop/product?id=JS001"),
    buy("cart", "/Shop/cart", { steps: fillCart }),
    buy("quick", "/Shop/cart", { steps: open((l) => l.shop.nav.quick) }),
    buy("lists", "/Shop/cart", { steps: open((l) => l.company.lists.title) }),
    buy("checkout", "/Shop/product?id=JS001", { steps: checkOut }),
    buy("orders", "/Shop/home"),
    ...[0, 1, 2, 3].map((tab) => buy(`orders-${tab}`, `/Shop/home?status=${tab}`)),
    buy("order-details", "/Shop/home", {
      steps: (page) => page.locator(".shop-order-toggle").first().click(),
    }),
    home("statement", (l) => l.shop.home.statement),
    home("addresses", (l) => l.shop.nav.addresses),
    home("password", (l) => l.shop.nav.password),
    buy("invoice", "/Shop/invoice"),
    buy("invoice-wizard", "/Shop/invoice", { steps: open((l) => l.shop.invoice.add) }),
    buy("people", "/Shop/people"),
    buy("profile", "/Shop/profile"),
  ];
}

/** Returns all pages to photograph. The records are looked up by their lists, because their keys are generated. */
export const allShots = async (admin: Person): Promise<readonly Shot[]> => [
  ...menuShots(),
  ...(await recordShots(admin)),
  ...shopShots(),
];
