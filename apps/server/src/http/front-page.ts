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

/** How long the page may show what has changed since; as long as a shop's closing may go unseen. */
const freshMs = 3000;
/** Shops with more goods are drawn by the application: the page would be heavier than what it saves. */
const mostGoods = 300;
/** Where in index.html the drawing goes. */
const place = '<div id="front"></div>';

interface Page {
  readonly madeOf: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

type Row = Readonly<Record<string, unknown>>;
/** Built with the web application, from its own components. */
type Drawing = { readonly frontPages: (list: readonly Row[]) => Promise<string> };

/** The page of the web application, with the shop's first page as visitors see it drawn into it (decision 13). */
export class FrontPage {
  private page: Page | undefined;
  private readAt = Number.NEGATIVE_INFINITY;
  private making: Promise<Page> | undefined;

  constructor(
    private readonly app: App,
    private readonly root: string,
  ) {}

  /** The page; many who ask at once wait for the same one. */
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
    const madeOf = html + (list ?? "");
    if (this.page?.madeOf !== madeOf) {
      const front = list === undefined ? "" : await this.draw(list);
      const plain = Buffer.from(html.replace(place, () => place + front));
      const [br, zipped] = await Promise.all([
        brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
        zip(plain),
      ]);
      this.page = { madeOf, plain, br, gzip: zipped };
    }
    this.readAt = this.app.now();
    return this.page;
  }

  /** The goods as the API answers a visitor; nothing where the shop is closed, or cannot be asked now. */
  private async goods(): Promise<string | undefined> {
    const { app } = this;
    const now = app.now();
    try {
      const who = await app.guests.find(undefined, now);
      const ctx = { db: app.db, events: app.events, sessions: app.sessions, who, now };
      const { data } = await dispatch(ctx, app.registry, {
        Type: "QueryByID",
        MENU_ID: shopGoods.menu,
        QueryID: shopGoods.id,
        Page: 1,
        Limit: mostGoods + 1,
      });
      return data;
    } catch {
      // Whatever it is, the application will meet it too, and says so.
      return undefined;
    }
  }

  private async draw(data: string): Promise<string> {
    const { list } = JSON.parse(data) as { readonly list: readonly Row[] };
    if (list.length > mostGoods) return "";
    try {
      const file = pathToFileURL(join(this.root, "front", "pages.js")).href;
      const { frontPages } = (await import(file)) as Drawing;
      return await frontPages(list);
    } catch {
      // A drawing is a courtesy: without it the application does all by itself.
      return "";
    }
  }
}

/** The form of the page for who understands these encodings. */
export function encoded(page: Page, accepted = ""): { readonly body: Buffer; readonly encoding?: string } {
  if (/\bbr\b/.test(accepted)) return { body: page.br, encoding: "br" };
  if (/\bgzip\b/.test(accepted)) return { body: page.gzip, encoding: "gzip" };
  return { body: page.plain };
}
