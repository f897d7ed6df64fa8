import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { limits } from "@shotkeeper/contract/enumerations";
import { type Locale, type LocaleCode, languageNames, loadLocale } from "@shotkeeper/locales";
import { captcha } from "./server.ts";

export { expect };

/** Collects errors and warnings from the page's console. The test fails if one of them was not allowed by `allow`. */
class Complaints {
  readonly found: string[] = [];
  private readonly allowed: RegExp[] = [];

  constructor(page: Page) {
    page.on("console", (m) => {
      if (m.type() === "error" || m.type() === "warning")
        this.add(`${m.type()}: ${m.text()} (${m.location().url})`);
    });
    page.on("pageerror", (e) => this.add(`page error: ${e.message}`));
  }

  private add(text: string): void {
    if (!this.allowed.some((a) => a.test(text))) this.found.push(text);
  }

  /** Allows messages that match the pattern. Used for messages that the test causes on purpose. */
  allow(pattern: RegExp): void {
    this.allowed.push(pattern);
  }
}

declare global {
  interface Window {
    /** Texts of the messages that the application has shown since the last click. */
    messages?: string[];
    /** Number of requests whose answer has not begun. */
    pendingRequests?: number;
    /** Number of successive checks in which `settled` found the page loaded. `key` identifies the call of `settled`. */
    quiet?: { readonly key: string; times: number };
  }
}

/**
 * Records the messages that the application shows. A message disappears after some seconds, and on a busy machine the
 * test may look for the message later.
 */
const keepMessages = (page: Page) =>
  page.addInitScript(() => {
    const messages: string[] = [];
    window.messages = messages;
    window.addEventListener("pointerdown", () => messages.splice(0), true);
    const isMessage = (node: Node): node is Element =>
      node instanceof Element &&
      (node.matches(".ant-message-notice") || node.querySelector(".ant-message-notice") !== null);
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((c) => [...c.addedNodes]))
        if (isMessage(node)) messages.push(node.textContent ?? "");
    }).observe(document, { childList: true, subtree: true });
  });

/** Counts the pending requests of the page, because a page may show no loading indicator during a request. */
export const countRequests = (page: Page) =>
  page.addInitScript(() => {
    const original = window.fetch;
    window.pendingRequests = 0;
    window.fetch = async (input, init) => {
      window.pendingRequests = (window.pendingRequests ?? 0) + 1;
      try {
        return await original(input, init);
      } finally {
        window.pendingRequests--;
      }
    };
  });

const serverUrl = () => process.env.E2E_URL ?? "http://127.0.0.1:8080";

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

interface Fixtures {
  readonly complaints: Complaints;
  /**
   * Page in Chinese with a session of the administrator; the log-in page was not used. No screen is open yet, so the
   * test's first screen is loaded from scratch.
   */
  readonly signedIn: Page;
}

export const test = base.extend<Fixtures, { readonly session: State }>({
  baseURL: async ({ baseURL: _ }, use) => use(serverUrl()),
  // Logs in once per worker of the test run. The token is stored in the same way as the application stores it.
  session: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: serverUrl() });
      const page = await context.newPage();
      await logIn(page, { remember: true });
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: "worker", timeout: 120_000 },
  ],
  signedIn: async ({ page, session }, use) => {
    const kept = session.origins.flatMap((o) => o.localStorage);
    await page.addInitScript((items) => {
      // Skips the page about:blank, which has no local storage.
      if (location.origin === "null") return;
      for (const { name, value } of items)
        if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
    }, kept);
    await use(page);
  },
  complaints: [
    async ({ page }, use) => {
      const complaints = new Complaints(page);
      await keepMessages(page);
      await countRequests(page);
      await use(complaints);
      expect(complaints.found, "the page complained").toEqual([]);
    },
    { auto: true },
  ],
});

export interface Who {
  readonly user?: string;
  readonly password?: string;
  readonly locale?: LocaleCode;
  readonly remember?: boolean;
}

/** Opens the log-in page in a language and fills in its form. Does not submit the form. */
export async function fillLogin(page: Page, who: Who = {}): Promise<Locale> {
  const { user = "admin", password = "demo1234", locale: code = "zh_CN" } = who;
  const locale = await loadLocale(code);
  const { login } = locale;
  await page.goto("/#/login");
  await page.getByRole("button", { name: languageNames[code], exact: true }).click();
  await page.getByLabel(login.tenant, { exact: true }).fill("demo");
  await page.getByLabel(login.user, { exact: true }).fill(user);
  await page.getByLabel(login.password, { exact: true }).fill(password);
  // Waits for the picture before typing, because the form gets the id of the captcha together with its picture.
  await expect(page.getByRole("img", { name: login.captchaImage })).toBeVisible();
  await page.getByLabel(login.captcha, { exact: true }).fill(captcha);
  await page.getByLabel(login.remember).setChecked(who.remember ?? false);
  return locale;
}

/** Fills in the form of the log-in page, submits it and waits for the application. */
export async function logIn(page: Page, who: Who = {}): Promise<Locale> {
  const locale = await fillLogin(page, who);
  await page.getByRole("button", { name: locale.login.submit, exact: true }).click();
  await expect(page.getByRole("button", { name: locale.shell.user.menu })).toBeVisible({ timeout: 60_000 });
  return locale;
}

export async function logOut(page: Page, { shell, login }: Locale): Promise<void> {
  await page.getByRole("button", { name: shell.user.menu }).click();
  await page.getByRole("menuitem", { name: shell.user.logOut }).click();
  await page.getByRole("dialog").getByRole("button", { name: shell.user.logOut }).click();
  await expect(page.getByRole("button", { name: login.submit, exact: true })).toBeVisible();
}

/** Sets items of the page's local storage. The items take effect when the page is loaded the next time. */
export const setBefore = (page: Page, items: Readonly<Record<string, string>>) =>
  page.addInitScript((all) => {
    if (location.origin === "null") return;
    for (const [name, value] of Object.entries(all)) localStorage.setItem(name, value);
  }, items);

/** Sets the language of the page. The language changes when the page is loaded the next time. */
export const speak = (page: Page, code: LocaleCode): Promise<unknown> =>
  setBefore(page, { [limits.storageKeys.locale]: code });

/**
 * Gives the page the session of another user, and closes the open screen. `token` is that user's session token from the
 * API.
 */
export async function become(page: Page, token: string, code: LocaleCode = "zh_CN"): Promise<void> {
  await setBefore(page, { [limits.storageKeys.token]: token, [limits.storageKeys.locale]: code });
  await page.goto("about:blank");
}

/** Opens a screen by its path. Does not wait until the screen has loaded. */
export async function goTo(page: Page, path: string): Promise<void> {
  if (page.url() === "about:blank") await page.goto(`/#${path}`);
  else
    await page.evaluate((p) => {
      location.hash = p;
    }, path);
}

/** Opens a screen by its path, and waits until the screen has loaded. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await settled(page);
}

const busy = "[aria-busy=true], .ant-spin-spinning, .ant-skeleton-active";

/** Waits until four checks in a row find content on the page, no loading indicator and no pending request. */
export async function settled(page: Page): Promise<void> {
  const since = String(Math.random());
  await page.waitForFunction(
    ([selector, key]) => {
      // Stores the number of successful checks in the page. So the count begins again at 0 if another page is loaded.
      if (window.quiet?.key !== key) window.quiet = { key, times: 0 };
      const isBusy =
        (window.pendingRequests ?? 0) > 0 ||
        !document.getElementById("root")?.textContent ||
        [...document.querySelectorAll(selector)].some((e) => e.checkVisibility());
      window.quiet.times = isBusy ? 0 : window.quiet.times + 1;
      return window.quiet.times >= 4;
    },
    [busy, since] as const,
    { polling: 50, timeout: 60_000 },
  );
}
