import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { shopGoods } from "@shotkeeper/contract/shop";
import type { App } from "../app.ts";
import { dispatch } from "../kernel/dispatch.ts";

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
type Drawing = { readonly frontPages: (list: readonly Row[]) => Promise<string> };

/** Renders the shop's first page on the server and inserts it into index.html of the web application (decision 13). */
export class FrontPage {
  private page: Page | undefined;
  private readAt = Number.NEGATIVE_INFINITY;
  private making: Promise<Page> | undefined;

  constructor(
    private readonly app: App,
    private readonly root: string,
  ) {}

  /** Returns the rendered page from the cache or renders it again. Concurrent calls share one rendering. */
  async get(): Promise<Page> {
    if (this.page && this.app.now() - this.readAt < freshMs) return this.page;
    this.making ??= this.make().finally(() => {
      this.making = undefined;
    });
    return this.making;
  }

  private async make(): Promise<Page> {
    const html = await readFile(join(this.root, "index.html"), "utf8");
    const list = await this.goods();
    const source = html + (list ?? "");
    if (this.page?.source !== source) {
      const front = list === undefined ? "" : await this.draw(list);
      const plain = Buffer.from(html.replace(place, () => place + front));
      const [br, zipped] = await Promise.all([
        brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
        zip(plain),
      ]);
      this.page = { source, plain, br, gzip: zipped };
    }
    this.readAt = this.app.now();
    return this.page;
  }

  /**
   * Returns the shop's goods exactly as the API answers a visitor. Returns undefined if the shop is closed or the
   * query fails.
   */
  private async goods(): Promise<string | undefined> {
    const { app } = this;
    const now = app.now();
    try {
      const who = await app.guests.find(undefined, now);
      const ctx = { db: app.db, events: app.events, sessions: app.sessions, secrets: app.secrets, who, now };
      const { data } = await dispatch(ctx, app.registry, {
        Type: "QueryByID",
        MENU_ID: shopGoods.menu,
        QueryID: shopGoods.id,
        Page: 1,
        Limit: maxGoods + 1,
      });
      return data;
    } catch {
      // Reports no error here: the web application sends the same query, meets the same error and shows it.
      return undefined;
    }
  }

  private async draw(data: string): Promise<string> {
    const { list } = JSON.parse(data) as { readonly list: readonly Row[] };
    if (list.length > maxGoods) return "";
    try {
      const file = pathToFileURL(join(this.root, "front", "pages.js")).href;
      const { frontPages } = (await import(file)) as Drawing;
      return await frontPages(list);
    } catch {
      // Server-side rendering is optional: without it the web application renders the page in the browser.
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
