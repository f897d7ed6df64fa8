import { isLocaleCode, type LocaleCode } from "@shotkeeper/locales/server";
import type { FastifyInstance } from "fastify";
import { docsPage, localeOf } from "./docs-page.ts";
import { openApi } from "./openapi.ts";

/** GET /openapi.json and GET /docs: what the doors offer, for machines and for people. */
export function docsRoutes(http: FastifyInstance): void {
  const pages = new Map<LocaleCode, string>();

  http.get("/openapi.json", async (_request, reply) =>
    reply.header("content-type", "application/json; charset=utf-8").send(openApi()),
  );

  http.get<{ Querystring: { lang?: unknown } }>("/docs", async (request, reply) => {
    const { lang } = request.query;
    const locale =
      typeof lang === "string" && isLocaleCode(lang) ? lang : localeOf(request.headers["accept-language"]);
    let page = pages.get(locale);
    if (page === undefined) {
      page = docsPage(locale);
      pages.set(locale, page);
    }
    return reply.headers({ "content-type": "text/html; charset=utf-8", vary: "accept-language" }).send(page);
  });
}
