import { useNavigate } from "react-router";
import { describe, expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useTabs, useTheme, useUnsaved } from "../app/index.ts";
import { readOnlyUser, sampleClient, sampleUser } from "../gallery/index.ts";
import { OpenTabs, SideLayout, StatusBroken } from "./shell.gallery.tsx";

const menu = () => page.getByRole("navigation", { name: "Main menu" });
const link = (name: string) => page.getByRole("link", { name, exact: true });
const tabs = () => [...document.querySelectorAll(".sk-tab")].map((t) => t.textContent);
const activeTab = () => document.querySelector(".sk-tab[data-active]")?.textContent;
const shown = () =>
  [...document.querySelectorAll<HTMLElement>(".sk-page")].find((p) => p.offsetParent !== null);
const place = () =>
  page
    .getByRole("status")
    .elements()
    .map((e) => e.textContent);

describe("the menu", () => {
  // spec: admin 2.7, 6.2, shop A1.8
  it("shows the user's sections, opens the one of the page and follows a link", async () => {
    await render(<SideLayout />);
    await expect.element(menu().getByText("Molds", { exact: true })).toBeVisible();
    await expect.element(menu().getByText("System", { exact: true })).toBeVisible();
    await menu().getByRole("link", { name: "Customers" }).click();
    await expect.poll(() => shown()?.textContent).toContain("Page of /basic/customer");
    await expect.poll(() => document.title).toContain("Customers");
  });

  it("uses the tenant's names of menus", async () => {
    const menus = sampleUser.menus.map((m) =>
      m.menuId === "BS103" ? { ...m, names: { en: "Clients" } } : m,
    );
    await render(<SideLayout client={sampleClient({}, { ...sampleUser, menus })} />);
    await expect.element(menu().getByRole("link", { name: "Clients" })).toBeVisible();
  });

  it("shrinks to icons, and stays so after a reload", async () => {
    await render(<SideLayout />);
    await page.getByRole("button", { name: "Collapse menu" }).click();
    await expect
      .element(page.getByRole("button", { name: "Expand menu" }))
      .toHaveAttribute("aria-pressed", "true");
    expect(useTheme.getState().collapsed).toBe(true);
    expect(localStorage.getItem("theme")).toContain('"collapsed":true');
  });

  it("never cuts the title of a screen on a phone", async () => {
    await page.viewport(390, 800);
    onTestFinished(() => page.viewport(1280, 800));
    const menus = sampleUser.menus.map((m) =>
      m.menuId === "BS103" ? { ...m, names: { en: "Return-to-factory records of customers" } } : m,
    );
    await render(<SideLayout client={sampleClient({}, { ...sampleUser, menus })} path="/basic/customer" />);
    const box = (selector: string) => document.querySelector<HTMLElement>(selector);
    const title = () => box(".sk-where > span:last-child");
    await expect.poll(() => title()?.textContent).toBe("Return-to-factory records of customers");
    const text = title()?.getBoundingClientRect();
    expect(text?.height).toBeLessThanOrEqual(box(".sk-header")?.clientHeight ?? 0);
    expect(text?.right).toBeLessThanOrEqual(box(".sk-live")?.getBoundingClientRect().left ?? 0);
    expect(box(".sk-where")?.scrollWidth).toBeLessThanOrEqual(box(".sk-where")?.clientWidth ?? 0);
  });

  it("is a drawer on a phone, which closes when the user goes back", async () => {
    await page.viewport(390, 800);
    onTestFinished(() => page.viewport(1280, 800));
    let goBack = (): unknown => undefined;
    function Back() {
      const navigate = useNavigate();
      goBack = () => navigate(-1);
      return null;
    }
    await render(<SideLayout beside={<Back />} />);
    const openMenu = () => page.getByRole("button", { name: "Open menu" }).click();
    await openMenu();
    await page.getByRole("dialog").getByRole("link", { name: "Customers" }).click();
    await expect.poll(() => page.getByRole("dialog").elements()).toHaveLength(0);
    await openMenu();
    await expect.element(page.getByRole("dialog")).toBeVisible();
    goBack();
    await expect.poll(() => page.getByRole("dialog").elements()).toHaveLength(0);
  });

  it("is a drawer on a phone, which closes when a screen is chosen", async () => {
    await page.viewport(390, 800);
    try {
      await render(<SideLayout />);
      await page.getByRole("button", { name: "Open menu" }).click();
      await page.getByRole("dialog").getByRole("link", { name: "Customers" }).click();
      await expect.poll(() => shown()?.textContent).toContain("Page of /basic/customer");
      await expect.poll(() => page.getByRole("dialog").elements()).toHaveLength(0);
    } finally {
      await page.viewport(1280, 800);
    }
  });
});

describe("pages", () => {
  it("keep their state while other pages are shown", async () => {
    await render(<SideLayout />);
    await page.getByRole("button", { name: "Clicked 0 times" }).click();
    await link("Customers").click();
    await expect.element(page.getByRole("button", { name: "Clicked 0 times" })).toBeVisible();
    await page.elementLocator(document.querySelector(".sk-tab-link") ?? document.body).click();
    await expect.element(page.getByRole("button", { name: "Clicked 1 times" })).toBeVisible();
  });

  it("of one screen may be open several times with different queries", async () => {
    await render(<SideLayout path="/basic/mold/M-1?tab=a" />);
    await expect.poll(tabs).toEqual(["M-1"]);
    await expect.poll(() => shown()?.textContent).toContain("/basic/mold/M-1?tab=a");
  });

  // spec: admin 2.4
  it("of the profile may be open several times", async () => {
    const pathname = "/system/user-info";
    const open = { key: `${pathname}?n=1`, pathname, search: "?n=1" };
    await render(<SideLayout path={`${pathname}?n=2`} tabs={[open]} />);
    await expect.poll(tabs).toEqual(["Profile", "Profile"]);
    await expect.poll(() => shown()?.textContent).toContain(`${pathname}?n=2`);
  });

  it("that the user may not open show that the right is missing", async () => {
    const menus = readOnlyUser.menus.filter((m) => m.menuId !== "BS103");
    await render(<SideLayout path="/basic/customer" client={sampleClient({}, { ...readOnlyUser, menus })} />);
    await expect.element(page.getByRole("heading", { name: "No access" })).toBeVisible();
  });

  // spec: shop A2.12
  it("that do not exist show an explanation and a link home", async () => {
    await render(<SideLayout path="/no/such/page" />);
    await expect.element(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    expect(document.title).toContain("Page not found");
  });

  it("that fail do not affect the rest of the application", async () => {
    await render(<SideLayout path="/system/broken" />);
    await expect.element(page.getByRole("heading", { name: "This page failed" })).toBeVisible();
    await menu().getByText("Basic", { exact: false }).first().click();
    await link("Customers").click();
    await expect.poll(() => shown()?.textContent).toContain("Page of /basic/customer");
  });

  it("show a text to a user without any menu", async () => {
    await render(<SideLayout client={sampleClient({}, { ...sampleUser, menus: [], authorities: [] })} />);
    await expect.element(page.getByRole("heading", { name: "No screens" })).toBeVisible();
  });

  it("can be loaded again after a failure", async () => {
    let retried = 0;
    await render(<StatusBroken onRetry={() => retried++} />);
    await page.getByRole("button", { name: "Reload the page" }).click();
    expect(retried).toBe(1);
  });
});

// spec: admin 2.83, 7.23, 8.35, shop A2.15
it("shows the name of the page and the tenant's name of the system, or that of S0036, as title", async () => {
  const named = (sysName: string) => sampleClient({}, { ...sampleUser, sysName });
  const screen = await render(<SideLayout client={named("Acme counters")} />);
  await expect.poll(() => document.title).toMatch(/^Molds\b.*Acme counters$/);
  await screen.unmount();
  await render(<SideLayout client={named("")} />);
  await expect.poll(() => document.title).toMatch(/^Molds\b.*Shotkeeper mold counter platform$/);
  await expect.element(page.getByText("Shotkeeper mold counter platform")).toBeVisible();
});

// spec: admin 2.3, 2.79
it("shows the footer if the user switched it on, but not on the workplace", async () => {
  const footer = () => document.querySelectorAll("footer.sk-footer").length;
  const screen = await render(<SideLayout />);
  await expect.element(page.getByRole("button", { name: "Clicked 0 times" })).toBeVisible();
  expect(footer()).toBe(0);
  await screen.unmount();
  const other = await render(<SideLayout theme={{ footer: true }} />);
  await expect.poll(footer).toBe(1);
  await other.unmount();
  await render(<SideLayout path="/dashboard/workplace" theme={{ footer: true }} />);
  await expect.poll(() => shown()?.textContent).toContain("Page of /dashboard/workplace");
  expect(footer()).toBe(0);
});

it("hides screens at once when the server reports a change of rights", async () => {
  let menus = sampleUser.menus;
  const client = sampleClient();
  const changing = { ...client, user: async () => ({ ...sampleUser, menus }) };
  await render(<SideLayout client={changing} />);
  await expect.element(link("Customers")).toBeVisible();
  menus = menus.filter((m) => m.menuId !== "BS103");
  client.emit({ type: "session" });
  await expect.poll(() => link("Customers").elements()).toHaveLength(0);
});

it("lets the browser ask before it leaves while a page has unsaved changes", async () => {
  await render(<SideLayout />);
  await expect.element(link("Customers")).toBeVisible();
  onTestFinished(() => useUnsaved.setState({ paths: new Set() }));
  const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(asks()).toBe(false);
  useUnsaved.getState().mark("/basic/customer", true);
  await expect.poll(asks).toBe(true);
  useUnsaved.getState().mark("/basic/customer", false);
  await expect.poll(asks).toBe(false);
});

describe("the tab bar", () => {
  const tab = (name: string) => page.getByRole("link", { name, exact: true });

  it("closes a tab by its button, by Delete and by the middle button", async () => {
    await render(<OpenTabs />);
    await expect
      .poll(tabs)
      .toEqual(["workplace", "mold", "customer", "M-0001 Instrument panel carrier, left-hand drive"]);
    await page.getByRole("button", { name: "Close customer" }).click();
    await expect.poll(() => tabs().length).toBe(3);
    await tab("mold").click();
    await userEvent.keyboard("{Delete}");
    await expect.poll(() => tabs().length).toBe(2);
    await expect.poll(place).toContain("/basic/mold/M-0001");
    await page
      .elementLocator(document.querySelectorAll(".sk-tab")[1] ?? document.body)
      .click({ button: "middle" });
    await expect.poll(tabs).toEqual(["workplace"]);
  });

  it("asks before it closes a page with unsaved changes", async () => {
    await render(<OpenTabs />);
    await expect.poll(() => tabs().length).toBe(4);
    useUnsaved.getState().mark("/basic/customer", true);
    onTestFinished(() => useUnsaved.setState({ paths: new Set() }));
    const close = page.getByRole("button", { name: "Close customer" });
    await close.click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => page.getByRole("dialog").elements()).toHaveLength(0);
    expect(tabs().length).toBe(4);
    await close.click();
    await page.getByRole("dialog").getByRole("button", { name: "OK" }).click();
    await expect.poll(() => tabs().length).toBe(3);
    expect([...useUnsaved.getState().paths]).toEqual([]);
  });

  it("moves the focus by arrow keys and a tab by Ctrl+Shift+arrow keys, but never among pinned tabs", async () => {
    await render(<OpenTabs />);
    await tab("mold").click();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(tab("customer")).toHaveFocus();
    await userEvent.keyboard("{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}");
    await expect.poll(() => tabs().slice(0, 3)).toEqual(["workplace", "customer", "mold"]);
    await userEvent.keyboard("{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}");
    await expect.poll(() => tabs().slice(0, 2)).toEqual(["workplace", "customer"]);
  });

  it("pins, closes others and closes all by its menu", async () => {
    await render(<OpenTabs />);
    const choose = async (item: string) => {
      await page.getByRole("button", { name: "Tab actions" }).click();
      await page.getByRole("menuitem", { name: item, exact: true }).click();
    };
    await choose("Pin");
    await expect.poll(() => useTabs.getState().tabs.filter((t) => t.pinned).length).toBe(2);
    await choose("Close others");
    await expect.poll(tabs).toEqual(["workplace", "mold"]);
    expect(activeTab()).toBe("mold");
    await choose("Close all");
    await expect.poll(tabs).toEqual(["workplace", "mold"]);
    await expect.poll(place).toContain("/dashboard/workplace");
  });

  it("opens a tab's menu by the right button", async () => {
    await render(<OpenTabs />);
    await tab("customer").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Close to the right" }).click();
    await expect.poll(tabs).toEqual(["workplace", "mold", "customer"]);
  });
});
