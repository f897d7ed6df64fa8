import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";

const run = promisify(execFile);
const own = join(import.meta.dirname, "..");
const modules = join(own, "..", "..", "node_modules");
const dir = mkdtempSync(join(tmpdir(), "grid-package-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Returns the code example in the package's README.md, which the test builds and opens. */
const example = (): string =>
  /```tsx\n([\s\S]*?)```/.exec(readFileSync(join(own, "README.md"), "utf8"))?.[1] ?? "";

const browser = [process.env.CHROMIUM ?? "", "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(
  existsSync,
);
if (!browser) console.warn("chromium is not installed: what the packed grid shows is not tested.");

const types: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css" };

/** Opens a built page in a browser and returns its DOM as HTML. */
async function opened(chromium: string, dist: string): Promise<string> {
  const server = createServer((request, response) => {
    const file = join(dist, request.url === "/" ? "index.html" : (request.url ?? ""));
    response.writeHead(existsSync(file) ? 200 : 404, { "content-type": types[extname(file)] ?? "text/html" });
    response.end(existsSync(file) ? readFileSync(file) : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"];
    const own = `--user-data-dir=${join(dir, "profile")}`;
    return (await run(chromium, [...flags, own, url])).stdout;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

it("is packed, and its README's example type-checks, builds and shows its rows in a fresh Vite project", {
  timeout: 120_000,
}, async () => {
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", dir], { cwd: own });
  const [tarball = ""] = readdirSync(dir).filter((f) => f.endsWith(".tgz"));
  const project = join(dir, "project");
  const place = join(project, "node_modules", "@shotkeeper", "datagrid");
  mkdirSync(place, { recursive: true });
  await run("tar", ["-xzf", join(dir, tarball), "-C", place, "--strip-components=1"]);
  expect(readdirSync(place).sort()).toEqual(["README.md", "demo", "package.json", "src"]);

  // Links all installed packages but our own into the test's project, as if they had been installed there.
  for (const name of readdirSync(modules).filter((n) => !n.startsWith(".") && n !== "@shotkeeper"))
    symlinkSync(join(modules, name), join(project, "node_modules", name));
  const write = (name: string, text: string) => writeFileSync(join(project, name), text);
  write("package.json", JSON.stringify({ name: "fresh", private: true, type: "module" }));
  write("index.html", '<!doctype html><body><script type="module" src="./main.tsx"></script>');
  write("main.tsx", example());
  write(
    "tsconfig.json",
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: "es2023",
        lib: ["ES2024", "DOM", "DOM.Iterable"],
        module: "esnext",
        moduleResolution: "bundler",
        jsx: "react-jsx",
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        types: ["vite/client"],
      },
      include: ["main.tsx"],
    }),
  );
  await run(process.execPath, [join(modules, "typescript", "bin", "tsc"), "-p", "."], { cwd: project });
  await run(process.execPath, [join(modules, "vite", "bin", "vite.js"), "build"], { cwd: project });
  const assets = readdirSync(join(project, "dist", "assets"));
  expect(assets.filter((f) => f.endsWith(".css"))).not.toHaveLength(0);
  expect(assets.some((f) => f.startsWith("write-worker"))).toBe(true);
  if (!browser) return;
  const page = await opened(browser, join(project, "dist"));
  // The row count includes the 1,000 rows, the header and the totals, although only visible rows are in the DOM.
  expect(page).toContain('aria-rowcount="1002"');
  expect(page).toContain(">P-0<");
  expect(page).not.toContain(">P-500<");
  expect(page).toContain(">499,500.0<");
});
