// Pages of npm run dev: Vite with hot module replacement, and a proxy to the server for all other paths.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const webDir = join(root, "apps", "web");
const publicFiles = new Set(readdirSync(join(webDir, "public")).map((name) => `/${name}`));

/** Returns whether Vite serves the path. All other paths go to the server, so new routes need no change here. */
function isVites(url) {
  const path = url.split("?")[0] ?? "/";
  return /^\/(@|__|src\/|node_modules\/|$|index\.html$)/.test(path) || publicFiles.has(path);
}

/** Proxies requests to the server. Requests wait while the server restarts, so that a reload at that time succeeds. */
function proxyTo(port, server) {
  return {
    target: `http://127.0.0.1:${port}`,
    // Forwards the caller's address, because the server refuses a password-free log-in from other computers.
    xfwd: true,
    async bypass(request, response) {
      if (isVites(request.url)) return request.url;
      if (await server.whenSettled()) return undefined;
      response.writeHead(503, { "content-type": "text/plain; charset=utf-8" });
      response.end("The server does not run; the terminal of `npm run dev` says why.\n");
      return request.url;
    },
  };
}

/**
 * Returns a Vite plugin that adds a script to the page. The script logs in as `userId` before the application starts.
 */
function devLogin(userId) {
  return {
    name: "dev-login",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => ({
        html: html.replace("./src/start.ts", "./src/dev/start.ts"),
        tags: [{ tag: "meta", attrs: { name: "dev-login", content: userId } }],
      }),
    },
  };
}

/**
 * Starts the web server for development, which forwards API requests to the server at `apiPort`.
 * @param {{ host: string, port: number, apiPort: number, devLogin: string | undefined, server: DevServer }} o
 */
export async function startDevWeb(o) {
  const { createServer } = await import("vite");
  const vite = await createServer({
    root: webDir,
    configFile: join(webDir, "vite.config.ts"),
    clearScreen: false,
    plugins: o.devLogin ? [devLogin(o.devLogin)] : [],
    server: { host: o.host, port: o.port, proxy: { "^/": proxyTo(o.apiPort, o.server) } },
  });
  await vite.listen();
  return vite;
}
