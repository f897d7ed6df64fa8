import { loadLocale } from "@shotkeeper/locales";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import {
  contrastOf,
  defaultTheme,
  themeColourOf,
  themeColours,
  useLocaleCode,
  useTheme,
} from "../app/index.ts";
import { Stage, sampleClient, sampleEntity } from "../gallery/index.ts";
import { Bell } from "./bell.tsx";
import { addEntries } from "./palette-entries.ts";
import {
  Appearance,
  BellEmpty,
  BellWithNotices,
  CommandPalette,
  DemoBeingMade,
  LicenceEnding,
  SideLayout,
} from "./shell.gallery.tsx";

const place = () => document.querySelector("output")?.textContent;

describe("the bell", () => {
  const bell = () => page.getByRole("button", { name: /^Notices/ });

  // spec: shop A1.8, A2.57
  it("counts unread notices, opens one and marks it as read", async () => {
    const client = sampleClient({
      "SYS100.Q01": [
        {
          noticeId: 2,
          title: "M-0007 is silent",
          eventAt: "2026-03-02T08:30:00Z",
          readAt: null,
          linkPath: "/basic/mold/M-0007",
        },
        {
          noticeId: 1,
          title: "M-0003 is due",
          eventAt: "2026-03-01T08:30:00Z",
          readAt: "2026-03-01T09:00:00Z",
          linkPath: null,
        },
      ],
      rf_ReadNotices: () => ({ count: 1 }),
    });
    await render(<BellWithNotices client={client} />);
    await expect.element(bell()).toHaveAttribute("aria-label", "Notices, 1 unread");
    await bell().click();
    await page.getByRole("button", { name: /M-0007 is silent/ }).click();
    await expect.poll(place).toBe("/basic/mold/M-0007");
    expect(client.requests("rf_ReadNotices")).toEqual([{ noticeId: 2 }]);
  });

  it("marks all notices as read and opens the list of all messages", async () => {
    const client = sampleClient({
      "SYS100.Q01": [
        {
          noticeId: 2,
          title: "M-0007 is silent",
          eventAt: "2026-03-02T08:30:00Z",
          readAt: null,
          linkPath: null,
        },
      ],
      rf_ReadNotices: () => ({ count: 1 }),
    });
    await render(<BellWithNotices client={client} />);
    await bell().click();
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await expect.poll(() => client.requests("rf_ReadNotices")).toEqual([{}]);
    await page.getByRole("button", { name: "All messages" }).click();
    await expect.poll(place).toBe("/system/message");
  });

  it("loads again when a notice arrives", async () => {
    let rows: object[] = [];
    const client = sampleClient({ "SYS100.Q01": () => rows });
    await render(<BellWithNotices client={client} />);
    await expect.element(bell()).toHaveAttribute("aria-label", "Notices");
    rows = [{ noticeId: 3, title: "New", eventAt: "2026-03-02T08:30:00Z", readAt: null, linkPath: null }];
    client.emit({ type: "notice" });
    await expect.element(bell()).toHaveAttribute("aria-label", "Notices, 1 unread");
  });

  it("explains in an empty list which notices will appear there", async () => {
    await render(<BellEmpty />);
    await bell().click();
    await expect.element(page.getByText("Warnings and maintenance reminders appear here")).toBeVisible();
  });

  it("speaks of orders in the shop, and fits the width of a phone", async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 800));
    await render(
      <Stage>
        <div style={{ paddingInlineStart: 190 }}>
          <Bell hasPage={false} />
        </div>
      </Stage>,
    );
    await bell().click();
    await expect.element(page.getByText("News about your orders appears here")).toBeVisible();
    const left = () => document.querySelector(".sk-notices")?.getBoundingClientRect().left;
    await expect.poll(left).toBeGreaterThanOrEqual(0);
  });
});

describe("the palette", () => {
  const field = () => page.getByRole("combobox", { name: "Go to" });
  const options = () =>
    page
      .getByRole("option")
      .elements()
      .map((o) => o.textContent);

  it("offers recent pages, screens and actions, chosen by keys", async () => {
    const onClose = vi.fn();
    await render(<CommandPalette onClose={onClose} />);
    await expect.element(field()).toHaveFocus();
    await expect
      .poll(options)
      .toEqual(
        [
          "M-0001",
          "WorkplaceWorkplace",
          expect.stringContaining("Molds"),
          expect.stringContaining("Customers"),
          expect.stringContaining("Organization"),
          "Dark mode",
        ].map((o, i) => (i === 1 ? expect.any(String) : o)),
      );
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    await expect.poll(place).toBe("/basic/mold");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("finds screens by name, molds and counters at the server, and only what may be opened", async () => {
    await render(<CommandPalette />);
    await field().fill("m-0002");
    await expect.poll(options).toEqual(["M-0002Grille 2"]);
    await userEvent.keyboard("{Enter}");
    await expect.poll(place).toBe("/basic/mold/M-0002");
  });

  it("opens the molds of the typed text, although Enter comes before they are found", async () => {
    const client = sampleClient({
      rf_Search: ({ text }) => [{ kind: "mold", id: text, name: "Grille" }],
    });
    await render(<CommandPalette client={client} />);
    await field().fill("M-0001");
    await expect.poll(options).toEqual(["M-0001Grille"]);
    await field().fill("M-0002");
    await userEvent.keyboard("{Enter}");
    await expect.poll(place).toBe("/basic/mold/M-0002");
  });

  it("offers to add a row only on screens where the user may add rows", async () => {
    const screens = {
      "/basic/mold": { load: () => Promise.reject(new Error("not loaded")), adds: sampleEntity },
      "/board/plant": { load: () => Promise.reject(new Error("not loaded")) },
    };
    const locale = await loadLocale("en");
    const entries = (mayAdd: boolean) =>
      addEntries(screens, { mayWrite: (_entity, action) => mayAdd && action === "A" }, locale);
    expect(entries(true)).toMatchObject([{ title: "Add · Molds", path: "/basic/mold?add" }]);
    expect(entries(false)).toEqual([]);
  });

  it("runs an action", async () => {
    const onAction = vi.fn();
    await render(<CommandPalette onAction={onAction} />);
    await field().fill("dark");
    await page.getByRole("option", { name: "Dark mode" }).click();
    expect(onAction).toHaveBeenCalledOnce();
  });

  it("shows that nothing was found", async () => {
    const client = sampleClient({ rf_Search: () => [] });
    await render(<CommandPalette client={client} />);
    await field().fill("zzz");
    await expect.element(page.getByText("Nothing found for “zzz”")).toBeVisible();
  });

  it("opens with Ctrl+K on any page", async () => {
    await render(<SideLayout />);
    await expect.element(page.getByRole("button", { name: "Search Ctrl K" })).toBeVisible();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => field().elements()).toHaveLength(0);
  });
});

describe("the theme drawer", () => {
  const setting = (name: string) => page.getByRole("switch", { name });

  // spec: admin 2.74, 2.76, 2.77, 2.82, 9.11, shop A3.39
  it("applies every setting at once and stores it", async () => {
    await render(<Appearance />);
    await setting("Dark mode").click();
    await expect.poll(() => document.documentElement.dataset.mode).toBe("dark");
    await page.getByRole("radio", { name: "Geek blue" }).click();
    await expect
      .poll(() => getComputedStyle(document.documentElement).getPropertyValue("--sk-primary"))
      .toBe("#8ea2f7");
    await page.getByRole("radio", { name: "Mixed" }).click();
    await setting("Color-blind mode").click();
    await expect.poll(() => document.documentElement.classList.contains("sk-weak")).toBe(true);
    const stored = JSON.parse(localStorage.getItem("theme") ?? "{}");
    expect(stored.state).toMatchObject({ dark: true, colour: "geekblue", layout: "mixed", weak: true });
  });

  // spec: admin 2.81
  it("restores the defaults", async () => {
    await render(<Appearance />);
    await setting("Tab bar").click();
    await expect.poll(() => useTheme.getState().tabBar).toBe(false);
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => useTheme.getState()).toMatchObject(defaultTheme);
  });
});

describe("the settings of the theme drawer", () => {
  const shell = () => document.querySelector<HTMLElement>(".sk-shell")?.dataset;
  const dialog = () => page.getByRole("dialog", { name: "Appearance" });
  const choose = (group: string, option: string) =>
    dialog().getByRole("radiogroup", { name: group, exact: true }).getByText(option, { exact: true }).click();
  const toggle = (name: string) => dialog().getByRole("switch", { name, exact: true }).click();
  const open = async () => {
    await render(<SideLayout />);
    await page.getByRole("button", { name: "Appearance" }).click();
    await expect.element(dialog()).toBeVisible();
  };

  // spec: admin 2.72, 2.73, shop A9.21
  it("change the colours of sidebar and header", async () => {
    await open();
    const themeOf = (part: string) => document.querySelector<HTMLElement>(part)?.dataset.theme;
    expect([themeOf(".sk-side"), themeOf(".sk-header")]).toEqual(["dark", "light"]);
    await choose("Sidebar", "Light");
    await expect.poll(() => themeOf(".sk-side")).toBe("light");
    await choose("Header", "Dark");
    await expect.poll(() => themeOf(".sk-header")).toBe("dark");
    await choose("Header", "Theme color");
    await expect.poll(() => themeOf(".sk-header")).toBe("primary");
  });

  // spec: admin 2.74, 2.75, shop A9.20
  it("offer three layouts and eight colours", async () => {
    await open();
    expect(shell()?.layout).toBe("side");
    for (const [name, layout] of [
      ["Top", "top"],
      ["Mixed", "mixed"],
    ] as const) {
      await dialog().getByRole("radio", { name, exact: true }).click();
      await expect.poll(() => shell()?.layout).toBe(layout);
    }
    const colours = [...document.querySelectorAll(".sk-colours input")].map((i) =>
      i.getAttribute("aria-label"),
    );
    expect(colours).toEqual([
      ...["Default", "Dust", "Sunset", "Volcano", "Purple", "Green", "Geek blue", "Custom color"],
    ]);
  });

  // spec: shop A9.19
  it("take a colour of the user's own, in a shade that can be read in both modes", async () => {
    await open();
    const own = () => dialog().getByLabelText("Custom color");
    await userEvent.fill(own(), "#ffee00");
    const primary = () => getComputedStyle(document.documentElement).getPropertyValue("--sk-primary");
    await expect.poll(() => contrastOf(primary(), "#ffffff")).toBeGreaterThan(4.5);
    expect(useTheme.getState().colour).toBe("#ffee00");
    await toggle("Dark mode");
    await expect.poll(primary).toBe("#ffee00");
  });

  it("keep the colour that a browser has stored under an earlier name", () => {
    expect(["azure", "amber", "teal", "geekblue", "#123456", "?"].map(themeColourOf)).toEqual([
      "default",
      "sunset",
      "#0f6f69",
      "geekblue",
      "#123456",
      "default",
    ]);
    for (const shades of Object.values(themeColours)) {
      expect(contrastOf(shades.light, "#ffffff")).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(shades.dark, "#161c23")).toBeGreaterThanOrEqual(4.5);
    }
  });

  // spec: admin 2.78, 2.79
  it("fix header, sidebar and body, and show the footer", async () => {
    await open();
    const fixed = () => [shell()?.fixedHeader, shell()?.fixedSidebar, shell()?.fixedBody];
    expect(fixed()).toEqual(["true", "true", "true"]);
    for (const name of ["Fixed header", "Fixed sidebar", "Fixed body", "Footer"]) await toggle(name);
    await expect.poll(fixed).toEqual([undefined, undefined, undefined]);
    expect(document.querySelectorAll("footer.sk-footer")).toHaveLength(1);
  });

  // spec: admin 2.80, shop A9.20
  it("show tabs in three styles, or none", async () => {
    await open();
    const style = () => document.querySelector<HTMLElement>(".sk-tabs")?.dataset.style;
    expect(style()).toBe("default");
    for (const [name, value] of [
      ["Dot", "dot"],
      ["Card", "card"],
    ] as const) {
      await choose("Tab style", name);
      await expect.poll(style).toBe(value);
    }
    await toggle("Tab bar");
    await expect.poll(style).toBeUndefined();
  });
});

// spec: admin 2.71, shop A2.57
it("a button of the header switches to full screen and back", async () => {
  await render(<SideLayout />);
  await page.getByRole("button", { name: "Full screen", exact: true }).click();
  await expect.poll(() => document.fullscreenElement).not.toBeNull();
  await page.getByRole("button", { name: "Exit full screen" }).click();
  await expect.poll(() => document.fullscreenElement).toBeNull();
});

describe("the header", () => {
  // spec: admin 1.15, 1.17, 9.11
  it("changes the language in place", async () => {
    await render(<SideLayout />);
    await page.getByRole("button", { name: "Language" }).click();
    await page.getByRole("menuitem", { name: "繁體中文" }).click();
    await expect.element(page.getByRole("button", { name: "語言" })).toBeVisible();
    expect(useLocaleCode.getState().code).toBe("zh_TW");
    expect(localStorage.getItem("i18n-lang")).toBe("zh_TW");
  });

  it("shows whether the event stream is connected", async () => {
    await render(<SideLayout />);
    await expect.element(page.getByText("Live", { exact: true })).toBeVisible();
  });

  it("opens the theme drawer", async () => {
    await render(<SideLayout />);
    await page.getByRole("button", { name: "Appearance" }).click();
    await expect.element(page.getByRole("dialog", { name: "Appearance" })).toBeVisible();
  });

  it("shows the progress of the demo's history", async () => {
    await render(<DemoBeingMade />);
    const banner = page.getByText(
      "Creating two years of demo data: 37 of 120 molds are ready, the others are incomplete.",
    );
    await expect.element(banner).toBeVisible();
    await expect.element(page.getByRole("progressbar", { name: "Demo data" })).toBeVisible();
  });

  it("shows no progress once the demo's history is complete", async () => {
    await render(<SideLayout />);
    await expect.element(page.getByText("Live", { exact: true })).toBeVisible();
    expect(page.getByText(/demo data/).elements()).toHaveLength(0);
  });

  it("warns before the licence ends, until it is closed", async () => {
    await render(<LicenceEnding />);
    const banner = page.getByRole("alert");
    await expect.element(banner).toHaveTextContent("The system licence ends on 2026-04-01 (9 days left)");
    await banner.getByRole("button").click();
    await expect.poll(() => banner.elements()).toHaveLength(0);
  });
});
