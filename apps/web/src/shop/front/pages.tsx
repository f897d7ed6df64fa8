import { createClient, decodeShop, memoryTokenStore } from "@shotkeeper/client";
import { type LocaleCode, languageTags, loadLocale } from "@shotkeeper/locales";
import { ClientProvider } from "@shotkeeper/ui/app";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createPath, type Navigator, Router, type To } from "react-router";
import IndexPage from "../pages/index-page.tsx";
import { decodeGoods } from "../parts/embedded-goods.ts";
import { goodsKey } from "../parts/goods.ts";
import { GuestProvider } from "../parts/session.tsx";
import { shopInfoKey } from "../parts/shop-info.ts";
import { TextsProvider } from "../parts/texts.ts";
import { ShopShell } from "../shell/shop-shell.tsx";

const address = (to: To) => `#${typeof to === "string" ? to : createPath(to)}`;
const nowhere = () => undefined;
/**
 * Minimal router history for prerendering. It only creates the addresses of links. Like in the application, the
 * addresses contain a hash (#).
 */
const navigator: Navigator = { createHref: address, go: nowhere, push: nowhere, replace: nowhere };
const client = createClient({ tokens: memoryTokenStore() });

/**
 * Maximum number of products that are embedded in the page. If the shop has more products, none are embedded, and the
 * application queries all of them.
 */
const maxEmbedded = 100;

/** Escapes JSON for a script element, so that a text with "</script>" cannot end the element. */
const escapeScript = (json: string): string => json.replaceAll("<", "\\u003c");

type WireRows = readonly Readonly<Record<string, unknown>>[];

/**
 * Prerenders the shop's first page for visitors. Returns HTML with a template for each language and the products as
 * JSON. The application later renders the same components (docs/decisions/0013). The rows of `list` and the facts about
 * the shop have wire names.
 */
export async function frontPages(list: WireRows, facts: WireRows[number]): Promise<string> {
  const queries = new QueryClient();
  queries.setQueryData(shopInfoKey(false), decodeShop(facts));
  queries.setQueryData(goodsKey(undefined), decodeGoods(list));
  const templates = await Promise.all(
    (Object.keys(languageTags) as LocaleCode[]).map(async (code) => {
      const page = renderToStaticMarkup(
        <ClientProvider value={client}>
          <QueryClientProvider client={queries}>
            <TextsProvider value={await loadLocale(code)}>
              <Router location="/Shop/index" navigator={navigator}>
                <GuestProvider>
                  <ShopShell>
                    <IndexPage />
                  </ShopShell>
                </GuestProvider>
              </Router>
            </TextsProvider>
          </QueryClientProvider>
        </ClientProvider>,
      );
      return `<template id="front-${code}">${page}</template>`;
    }),
  );
  const data = list.length > maxEmbedded ? "" : escapeScript(JSON.stringify(list));
  const script = (id: string, json: string) => `<script type="application/json" id="${id}">${json}</script>`;
  return [
    ...templates,
    script("front-goods", data),
    script("front-shop", escapeScript(JSON.stringify(facts))),
  ].join("");
}
