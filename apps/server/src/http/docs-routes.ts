import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import { isLocaleCode, type LocaleCode } from "@shotkeeper/locales/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { docsDocument } from "./docs-document.ts";
import { docsPage, docsScript, localeOf } from "./docs-page.ts";
import { openApi } from "./openapi.ts";

interface Language {
  readonly Querystring: { readonly lang?: unknown };
}

/** Returns the language given in the query string. Without a supported one, returns the browser's language. */
function requestedLocale(request: FastifyRequest<Language>): LocaleCode {
  const { lang } = request.query;
  return typeof lang === "string" && isLocaleCode(lang) ? lang : localeOf(request.headers["accept-language"]);
}

/** Registers GET /openapi.json (for programs) and GET /docs (for people). */
export async function docsRoutes(http: FastifyInstance): Promise<void> {
  http.get("/openapi.json", async (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(openApi()),
  );

  http.get<Language>("/docs", async (request, reply) =>
    reply
      .headers({ "content-type": "text/html; charset=utf-8", vary: "accept-language" })
      .send(docsPage(requestedLocale(request))),
  );

  const documents = new Map<LocaleCode, string>();
  http.get<Language>("/docs/openapi.json", async (request, reply) => {
    const locale = requestedLocale(request);
    const document = documents.get(locale) ?? docsDocument(locale);
    documents.set(locale, document);
    return reply
      .headers({ "content-type": "application/json; charset=utf-8", vary: "accept-language" })
      .send(document);
  });

  http.get("/docs/start.js", async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(docsScript),
  );

  const swaggerUi = dirname(createRequire(import.meta.url).resolve("@fastify/swagger-ui/package.json"));
  await http.register(fastifyStatic, {
    root: join(swaggerUi, "static"),
    prefix: "/docs/",
    decorateReply: false,
    index: false,
    allowedPath: (path) => /^\/?swagger-ui(-bundle\.js|\.css)$/.test(path),
  });
}
