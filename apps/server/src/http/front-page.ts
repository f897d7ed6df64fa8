import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { shopGoods } from "@shotkeeper/contract/shop";
import type { App } from "../app.ts";
import type { ShopAddress } from "../kernel/auth/guest.ts";
import type { Principal } from "../kernel/ctx.ts";
import { dispatch } from "../kernel/dispatch.ts";
import { errField, log } from "../kernel/server-log.ts";
import { readShop, type ShopFacts } from "./shop-routes.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Cache time of the rendered page, ms. Equals the cache time of the parameter that opens the shop
 * (kernel/auth/guest.ts).
 */
const freshMs = 3000;
/**
 * The server renders the front page only if the shop has at most this number of goods. With more goods, the rendered
 * page takes longer to load than the browser takes to render it.
 */
const maxGoods = 300;
/** Placeholder in index.html that is replaced by the rendered page. */
const place = '<div id="front"></div>';

interface Page {
  readonly source: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

type Row = Readonly<Record<string, unknown>>;
/** Module of the web application's build that renders the shop's components on the server. */
type Drawing = { readonly frontPages: (list: readonly Row[], shop: ShopFacts) => Promise<string> };

interface Cached {
  page?: Page;
  readAt: number;
  making?: Promise<Page> | undefined;
}

/** Renders the shop's first page on the server and inserts it into index.html of the web application (decision 13). */
export class FrontPage {
  /** Pages by tenant. 0: the page without goods, for visitors of an unknown or closed shop. */
  private readonly pages = new Map<number, Cached>();

  constructor(
    private readonly app: App,
    private readonly root: string,
  ) {}

  /**
   * Returns the first page of the shop at the address, from the cache or rendered again. Concurrent calls share one
   * rendering.
   */
  async get(address: ShopAddress): Promise<Page> {
    // Reports no error here. The web application in the browser asks the server for the same shop, gets the same error
    // and shows it.
    const who = await this.app.guests.find(address, this.app.now()).catch(() => undefined);
    const key = who?.tenantId ?? 0;
    const cached = this.pages.get(key) ?? { readAt: Number.NEGATIVE_INFINITY };
    this.pages.set(key, cached);
    if (cached.page && this.app.now() - cached.readAt < freshMs) return cached.page;
    cached.making ??= this.make(who, cached).finally(() => {
      cached.making = undefined;
    });
    return cached.making;
  }

  private async make(who: Principal | undefined, cached: Cached): Promise<Page> {
    const html = await readFile(join(this.root, "index.html"), "utf8");
    const shop = who && (await this.shop(who));
    const source = html + JSON.stringify(shop ?? null);
    if (cached.page?.source !== source) {
      const front = shop === undefined ? "" : await this.draw(shop.list, shop.facts);
      const plain = Buffer.from(html.replace(place, () => place + front));
      const [br, zipped] = await Promise.all([
        brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
        zip(plain),
      ]);
      cached.page = { source, plain, br, gzip: zipped };
    }
    cached.readAt = this.app.now();
    return cached.page;
  }

  /**
   * Returns the facts about the shop, and its goods exactly as the API answers a visitor. Returns undefined if a query
   * fails.
   */
  private async shop(
    who: Principal,
  ): Promise<{ readonly list: string; readonly facts: ShopFacts } | undefined> {
    const { app } = this;
    const now = app.now();
    try {
      const ctx = { db: app.db, events: app.events, sessions: app.sessions, secrets: app.secrets, who, now };
      const { data } = await dispatch(ctx, app.registry, {
        Type: "QueryByID",
        MENU_ID: shopGoods.menu,
        QueryID: shopGoods.id,
        Page: 1,
        Limit: maxGoods + 1,
      });
      return { list: data ?? "", facts: await readShop(app, who) };
    } catch {
      // Reports no error here. The web application in the browser asks the server for the same goods, gets the same
      // error and shows it.
      return undefined;
    }
  }

  private async draw(data: string, facts: ShopFacts): Promise<string> {
    const { list } = JSON.parse(data) as { readonly list: readonly Row[] };
    if (list.length > maxGoods) return "";
    try {
      const file = pathToFileURL(join(this.root, "front", "pages.js")).href;
      const { frontPages } = (await import(file)) as Drawing;
      return await frontPages(list, facts);
    } catch (cause) {
      // The server sends index.html without the rendered page. The browser then renders the page itself, so visitors
      // wait longer but see everything.
      log.warn(errField(cause), "the shop's first page could not be rendered");
      return "";
    }
  }
}

/** Returns the page in the best encoding that the client accepts (Accept-Encoding). */
export function encoded(page: Page, accepted = ""): { readonly body: Buffer; readonly encoding?: string } {
  if (/\bbr\b/.test(accepted)) return { body: page.br, encoding: "br" };
  if (/\bgzip\b/.test(accepted)) return { body: page.gzip, encoding: "gzip" };
  return { body: page.plain };
}
