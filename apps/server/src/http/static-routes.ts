import { existsSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import type { Config } from "../kernel/config.ts";
import { packageFile } from "../kernel/db/package-root.ts";
import { encoded, FrontPage } from "./front-page.ts";

/**
 * Addresses of the print plug-in (C-Lodop) on the user's computer: its scripts, and the WebSockets that the scripts
 * open.
 */
const plugIn = {
  scripts: ["http://localhost:8000", "http://localhost:18000", "https://localhost.lodop.net:8443"],
  calls: ["ws://localhost:8000", "ws://localhost:18000", "wss://localhost.lodop.net:8443"],
};

/**
 * Content security policy of the pages: scripts only from this server and never inline. The scripts of the print
 * plug-in are allowed by a setting. Inline styles are allowed, because the component library inserts them at run time.
 */
export const pagePolicy = ({ mapTiles, printPlugIn }: Pick<Config, "mapTiles" | "printPlugIn">): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...(printPlugIn ? plugIn.scripts : [])].join(" "),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${mapTiles ? ` ${new URL(mapTiles.url).origin}` : ""}`,
    "font-src 'self'",
    // Allows calls of the print service on the user's computer. The service accepts only paired origins.
    [
      "connect-src 'self' http://127.0.0.1:8001",
      ...(printPlugIn ? [...plugIn.scripts, ...plugIn.calls] : []),
    ].join(" "),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/**
 * Returns the directory of the built web application. It lies beside this package, both in the sources and in the
 * bundle.
 */
function webDist(): string {
  return join(dirname(packageFile("migrations")), "..", "web", "dist");
}

/** Registers GET / and the files of the web application. */
export async function staticRoutes(http: FastifyInstance, app: App, root = webDist()): Promise<void> {
  if (!existsSync(join(root, "index.html"))) {
    http.get("/", async (_request, reply) =>
      reply
        .type("text/plain; charset=utf-8")
        .send("The server is running; its web application has not been built. `npm start` builds it.\n"),
    );
    return;
  }
  const front = new FrontPage(app, root);
  http.get<{ Querystring: { TENANT?: unknown } }>("/", async (request, reply) => {
    const { TENANT } = request.query;
    const code = typeof TENANT === "string" && TENANT ? TENANT : undefined;
    const page = await front.get({ code, host: request.hostname });
    const { body, encoding } = encoded(page, request.headers["accept-encoding"]);
    if (encoding) void reply.header("content-encoding", encoding);
    return reply
      .headers({ vary: "accept-encoding", "cache-control": "no-store" })
      .type("text/html; charset=utf-8")
      .send(body);
  });
  const assets = `${sep}assets${sep}`;
  await http.register(fastifyStatic, {
    root,
    dotfiles: "ignore",
    index: false,
    // Does not serve the directory /front/. It holds the code for server-side rendering, which clients never need.
    allowedPath: (path) => !path.startsWith("/front/"),
    cacheControl: false,
    // Serves the .br and .gz files that the build has written.
    preCompressed: true,
    setHeaders(res, path) {
      // Lets browsers cache only assets for ever, because only their names contain a hash of the content.
      const isImmutable = path.includes(assets) && /-[\w-]{8,}\.\w+(\.(br|gz))?$/.test(basename(path));
      res.setHeader("vary", "accept-encoding");
      res.setHeader("cache-control", isImmutable ? "public, max-age=31536000, immutable" : "no-store");
    },
  });
}
