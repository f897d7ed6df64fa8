import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
};

/**
 * Returns the directory of the built demo of the grid package. The first worker builds the demo; other workers wait
 * until the demo is built.
 */
async function builtDemo(): Promise<string> {
  const { E2E_RUN_DIR: runDir = "" } = process.env;
  const dir = join(runDir, "grid-demo");
  const making = join(runDir, "grid-demo-making");
  try {
    // Takes a lock, which the workers share: only the first worker can create the directory.
    mkdirSync(join(runDir, "grid-demo-lock"));
  } catch {
    while (!existsSync(dir)) await delay(100);
    return dir;
  }
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const demo = join(root, "packages", "datagrid", "demo");
  await promisify(execFile)(process.execPath, [vite, "build", demo, "--outDir", making, "--emptyOutDir"]);
  renameSync(making, dir);
  return dir;
}

/**
 * Starts a file server for the demo of the grid package. The demo is built in the same way as users of the package
 * build their applications.
 */
export async function startDemo(): Promise<{ url: string; stop: () => void }> {
  const dir = await builtDemo();
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://demo").pathname);
    try {
      const body = readFileSync(join(dir, path === "/" ? "index.html" : path));
      response.writeHead(200, {
        "content-type": types[extname(path === "/" ? ".html" : path)] ?? "text/html",
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
