import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import { isLocaleCode, type LocaleCode } from "@shotkeeper/locales/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { asyncApiDocument } from "./asyncapi/document.ts";
import { docsPage, docsScript, localeOf } from "./docs-page.ts";
import { openApiDocument } from "./openapi/document.ts";

interface Language {
  readonly Querystring: { readonly lang?: unknown };
}

/**
 * Returns the language given in the query string. If the query string names no supported language, returns the
 * browser's language.
 */
function requestedLocale(request: FastifyRequest<Language>): LocaleCode {
  const { lang } = request.query;
  return typeof lang === "string" && isLocaleCode(lang) ? lang : localeOf(request.headers["accept-language"]);
}

/** Registers GET /openapi.json and /asyncapi.json (for programs, in English) and GET /docs (for people). */
export async function docsRoutes(http: FastifyInstance, { registry }: App): Promise<void> {
  // Cache by language. A document depends only on the code, so it does not change while the server runs.
  const documents = new Map<LocaleCode, string>();
  const documentOf = (locale: LocaleCode): string => {
    const document = documents.get(locale) ?? JSON.stringify(openApiDocument(registry, locale));
    documents.set(locale, document);
    return document;
  };

  http.get("/openapi.json", async (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(documentOf("en")),
  );

  const asyncApi = JSON.stringify(asyncApiDocument());
  http.get("/asyncapi.json", async (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(asyncApi),
  );

  http.get<Language>("/docs", async (request, reply) =>
    reply
      .headers({ "content-type": "text/html; charset=utf-8", vary: "accept-language" })
      .send(docsPage(requestedLocale(request))),
  );

  http.get<Language>("/docs/openapi.json", async (request, reply) =>
    reply
      .headers({ "content-type": "application/json; charset=utf-8", vary: "accept-language" })
      .send(documentOf(requestedLocale(request))),
  );

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
