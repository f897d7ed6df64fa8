import { createClient, memoryTokenStore } from "@shotkeeper/client";
import { type LocaleCode, languageTags, loadLocale } from "@shotkeeper/locales";
import { ClientProvider } from "@shotkeeper/ui/app";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createPath, type Navigator, Router, type To } from "react-router";
import IndexPage from "../pages/index-page.tsx";
import { goodsKey } from "../parts/goods.ts";
import { decodeGoods } from "../parts/sent-goods.ts";
import { GuestProvider } from "../parts/session.tsx";
import { TextsProvider } from "../parts/texts.ts";
import { ShopFrame } from "../shell/frame.tsx";

const address = (to: To) => `#${typeof to === "string" ? to : createPath(to)}`;
const nowhere = () => undefined;
/** Addresses as the application's hash router writes them. */
const navigator: Navigator = { createHref: address, go: nowhere, push: nowhere, replace: nowhere };
const client = createClient({ tokens: memoryTokenStore() });

/** More goods than these are asked for when the application is there. */
const inlined = 100;

/** A text within a script element, where nothing may look like its end. */
const within = (json: string): string => json.replaceAll("<", "\\u003c");

type WireRows = readonly Readonly<Record<string, unknown>>[];

/**
 * What the server puts into the page for visitors of the shop: its first page in each language, and the goods as data.
 * The same components draw it that take over afterwards (decision 13).
 */
export async function frontPages(list: WireRows): Promise<string> {
  const queries = new QueryClient();
  queries.setQueryData(goodsKey(undefined), decodeGoods(list));
  const drawn = await Promise.all(
    (Object.keys(languageTags) as LocaleCode[]).map(async (code) => {
      const page = renderToStaticMarkup(
        <ClientProvider value={client}>
          <QueryClientProvider client={queries}>
            <TextsProvider value={await loadLocale(code)}>
              <Router location="/Shop/index" navigator={navigator}>
                <GuestProvider>
                  <ShopFrame>
                    <IndexPage />
                  </ShopFrame>
                </GuestProvider>
              </Router>
            </TextsProvider>
          </QueryClientProvider>
        </ClientProvider>,
      );
      return `<template id="front-${code}">${page}</template>`;
    }),
  );
  const data = list.length > inlined ? "" : within(JSON.stringify(list));
  return `${drawn.join("")}<script type="application/json" id="front-goods">${data}</script>`;
}
