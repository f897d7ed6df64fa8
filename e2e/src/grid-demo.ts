import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
};

/** Builds the grid package's demo as its users would and serves it as static files. */
export async function startDemo(): Promise<{ url: string; stop: () => void }> {
  const dir = mkdtempSync(join(tmpdir(), "grid-demo-"));
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const demo = join(root, "packages", "datagrid", "demo");
  await promisify(execFile)(process.execPath, [vite, "build", demo, "--outDir", dir, "--emptyOutDir"]);
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
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
