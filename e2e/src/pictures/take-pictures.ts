import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { limits } from "@shotkeeper/contract/enumerations";
import type { Locale } from "@shotkeeper/locales";
import { countRequests, settled } from "../fixtures.ts";
import { Person } from "../person.ts";
import { Complaints, type Finding, locales, measure } from "./measure.ts";
import { allShots, type Shot } from "./shots.ts";

interface Size {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Greatest height of the window, for long pages. */
  readonly highest: number;
}

const wide: Size = { name: "wide", width: 1440, height: 900, highest: 1500 };
const phone: Size = { name: "phone", width: 390, height: 844, highest: 1800 };
const hd: Size = { name: "1080p", width: 1920, height: 1080, highest: 1080 };
const uhd: Size = { name: "4k", width: 3840, height: 2160, highest: 2160 };

/**
 * A page in one language and one mode, which is photographed in several sizes. Language, mode and size are the look of
 * a picture, for example zh_CN-dark-phone. The dark mode of a board is its night mode.
 */
interface Visit {
  readonly shot: Shot;
  readonly locale: Locale;
  readonly dark: boolean;
  readonly sizes: readonly Size[];
}

export interface Choice {
  readonly looks: RegExp;
  readonly shots: RegExp;
}

const lookOf = ({ locale, dark }: Visit, { name }: Size) =>
  `${locale.code}-${dark ? "dark" : "light"}-${name}`;

function visitsOf(shots: readonly Shot[], choice: Choice): readonly Visit[] {
  return locales.flatMap((locale) =>
    [false, true].flatMap((dark) =>
      shots.flatMap((shot) => {
        const visit = {
          shot,
          locale,
          dark,
          sizes: shot.group === "boards" ? [hd, uhd, phone] : [wide, phone],
        };
        const sizes = visit.sizes.filter((size) => choice.looks.test(lookOf(visit, size)));
        return choice.shots.test(`${shot.group}/${shot.name}`) && sizes.length > 0
          ? [{ ...visit, sizes }]
          : [];
      }),
    ),
  );
}

export interface FoundAt extends Finding {
  readonly shot: string;
  readonly look: string;
}

/** Opens a page in a new window and photographs it in its sizes. */
async function take(folder: string, visit: Visit, session: Session): Promise<FoundAt[]> {
  const { shot, locale } = visit;
  const page = await (await session.contextOf(visit)).newPage();
  const complaints = new Complaints(page);
  const found: FoundAt[] = [];
  try {
    await countRequests(page);
    for (const size of visit.sizes) {
      const look = lookOf(visit, size);
      const add = (more: readonly Finding[]) =>
        found.push(...more.map((f) => ({ shot: `${shot.group}/${shot.name}`, look, ...f })));
      try {
        await show(page, visit, size);
        const dir = join(folder, look);
        mkdirSync(dir, { recursive: true });
        await page.screenshot({ path: join(dir, `${shot.name}.png`) });
        // Runs axe in one language only, because axe takes half of the time. On phones this is English, whose texts are
        // the longest.
        add(await measure(page, locale, locale.code === (size === phone ? "en" : "zh_CN")));
      } catch (error) {
        add([{ kind: "not photographed", text: String(error).slice(0, 300) }]);
      }
      add(complaints.take());
    }
  } finally {
    await page.close();
  }
  return found;
}

/** Shows the page in a size. Opens the page for its first size only. */
async function show(page: Page, { shot, locale }: Visit, size: Size): Promise<void> {
  const { width, height, highest } = size;
  if (size === phone) {
    // Makes the page believe that a finger is its pointer, which makes controls larger.
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 });
  }
  await page.setViewportSize({ width, height });
  if (page.url() === "about:blank") {
    await page.goto(`/#${shot.path}`);
    await settled(page);
    await shot.steps?.(page, locale);
    await page.mouse.move(0, 0);
  }
  await settled(page);
  // A long page gets a higher window, so that the picture shows more of it.
  const content = await page.evaluate(() => {
    // In the administration the page scrolls inside the box `.sk-page`, so the hidden height of this box is added.
    const box = document.querySelector(".sk-page");
    const hidden = box ? box.scrollHeight - box.clientHeight : 0;
    return document.documentElement.scrollHeight + hidden;
  });
  const wanted = shot.isHigh ? highest : Math.min(content, highest);
  if (wanted <= height) return;
  await page.setViewportSize({ width, height: wanted });
  await settled(page);
}

/**
 * Sessions of the users, and a browser context for each user, language and mode (light or dark). So each user logs in
 * only once, and each context loads the application's files only once.
 */
class Session {
  private readonly tokens = new Map<string, Promise<string>>();
  private readonly contexts = new Map<string, Promise<BrowserContext>>();

  constructor(
    private readonly browser: Browser,
    private readonly baseURL: string,
  ) {}

  contextOf({ shot: { user }, locale, dark }: Visit): Promise<BrowserContext> {
    const key = `${locale.code} ${dark} ${user}`;
    const context = this.contexts.get(key) ?? this.newContext(user, locale, dark);
    this.contexts.set(key, context);
    return context;
  }

  private async newContext(user: string | undefined, locale: Locale, dark: boolean) {
    const context = await this.browser.newContext({
      baseURL: this.baseURL,
      timezoneId: "Asia/Shanghai",
      // Shows charts and dialogs in their last state at once.
      reducedMotion: "reduce",
      serviceWorkers: "block",
    });
    const items = {
      [limits.storageKeys.locale]: locale.code,
      [limits.storageKeys.theme]: JSON.stringify({ state: { dark }, version: 0 }),
      "board-settings": JSON.stringify({ state: { night: dark ? "on" : "off" }, version: 0 }),
      ...(user ? { [limits.storageKeys.token]: await this.tokenOf(user) } : {}),
    };
    await context.addInitScript((all) => {
      // The page about:blank has no local storage.
      if (location.origin === "null") return;
      for (const [name, value] of Object.entries(all)) localStorage.setItem(name, value);
    }, items);
    return context;
  }

  private tokenOf(user: string): Promise<string> {
    const token =
      this.tokens.get(user) ?? Person.of(user, { url: this.baseURL }).then((person) => person.token);
    this.tokens.set(user, token);
    return token;
  }
}

/**
 * Number of windows that are open at the same time. With two, one window can work while the other waits for the server.
 */
const windows = 2;

/** Photographs the chosen pages and writes what was measured into findings.json beside the pictures. */
export async function takePictures(browser: Browser, baseURL: string, folder: string, choice: Choice) {
  const session = new Session(browser, baseURL);
  const shots = await allShots(await Person.of("admin", { url: baseURL }));
  const visits = visitsOf(shots, choice);
  const pending = [...visits];
  const found: FoundAt[] = [];
  const work = async () => {
    for (let visit = pending.shift(); visit; visit = pending.shift()) {
      found.push(...(await take(folder, visit, session)));
      if (pending.length % 20 === 0) console.log(`${pending.length} of ${visits.length} pages are left`);
    }
  };
  await Promise.all(Array.from({ length: windows }, work));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "findings.json"), JSON.stringify(found, null, 1));
  const pictures = visits.reduce((n, { sizes }) => n + sizes.length, 0);
  console.log(`${pictures} pictures of ${shots.length} pages in ${folder}, ${found.length} findings`);
}
