import { execFile } from "node:child_process";
import {
  cpSync,
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
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/**
 * Tests the npm package as other projects get it: `npm pack` in the folder of the package, unpacked outside the
 * repository. The folder is copied first, because packing changes its package.json for a moment, and other tests read
 * it at the same time. `npm run test -- packages` also tests the package with other bundlers and versions of React.
 */
const run = promisify(execFile);
const here = join(import.meta.dirname, "..");
const root = join(here, "..", "..");
const modules = join(root, "node_modules");
const dir = mkdtempSync(join(tmpdir(), "grid-package-"));
const copy = join(dir, "repository", "packages", "datagrid");
const project = join(dir, "project");
const place = join(project, "node_modules", "@shotkeeper", "datagrid");
const write = (name: string, text: string) => writeFileSync(join(project, name), text);
const read = (name: string) => readFileSync(join(place, name), "utf8");
afterAll(() => rmSync(dir, { recursive: true, force: true }));

beforeAll(async () => {
  mkdirSync(join(copy, ".."), { recursive: true });
  const isSource = (path: string) => !["node_modules", "dist"].includes(basename(path));
  cpSync(here, copy, { recursive: true, filter: isSource });
  cpSync(join(root, "tsconfig.base.json"), join(dir, "repository", "tsconfig.base.json"));
  symlinkSync(modules, join(dir, "repository", "node_modules"));
  await run("npm", ["pack", "--silent", "--pack-destination", dir], { cwd: copy });
  const [tarball = ""] = readdirSync(dir).filter((f) => f.endsWith(".tgz"));
  mkdirSync(place, { recursive: true });
  await run("tar", ["-xzf", join(dir, tarball), "-C", place, "--strip-components=1"]);
  // Links all installed packages, except the packages of this repository, into the test's project, as if they had
  // been installed there.
  for (const name of readdirSync(modules).filter((n) => !n.startsWith(".") && n !== "@shotkeeper"))
    symlinkSync(join(modules, name), join(project, "node_modules", name));
  write("package.json", JSON.stringify({ name: "fresh", private: true, type: "module" }));
}, 120_000);

/** Returns the code example in the package's README.md, which the tests build and open. */
const example = (): string => /```tsx\n([\s\S]*?)```/.exec(read("README.md"))?.[1] ?? "";

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
    const profile = `--user-data-dir=${join(dir, "profile")}`;
    return (await run(chromium, [...flags, profile, url])).stdout;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe("the packed grid", { timeout: 120_000 }, () => {
  it("has modules, types, workers, styles, licence and notices, and no sources or tests", () => {
    expect(readdirSync(place).sort()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
    const manifest = JSON.parse(read("package.json"));
    expect(Object.keys(manifest)).not.toContain("devDependencies");
    expect(Object.keys(manifest.dependencies)).toEqual(["fflate"]);
    for (const entry of Object.values<string | { types: string; default: string }>(manifest.exports))
      for (const file of typeof entry === "string" ? [entry] : [entry.types, entry.default])
        expect(file.includes("*") || existsSync(join(place, file)), file).toBe(true);
    for (const name of ["import", "write"]) expect(read(`dist/workers/${name}.js`)).not.toContain("import(");
    expect(read("LICENSE")).toBe(readFileSync(join(root, "LICENSE"), "utf8"));
    for (const name of ["@e965/xlsx", "fflate"])
      expect(read("dist/THIRD-PARTY-NOTICES.md")).toContain(`## ${name} `);
    for (const file of ["dist/style.css", "dist/antd.css"]) expect(read(file)).not.toContain("@import");
    const map = JSON.parse(read("dist/react/grid.js.map"));
    expect(map.sourcesContent[0]).toContain("export function Grid");
    expect(readFileSync(join(copy, "package.json"))).toEqual(readFileSync(join(here, "package.json")));
  });

  it("keeps antd out of all entries but two, and React out of the core and of the spreadsheets", () => {
    const importsOf = (folder: string): string =>
      readdirSync(join(place, "dist", folder), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(js|d\.ts)$/.test(name) && !name.endsWith("-text.js"))
        .map((name) =>
          read(join("dist", folder, name))
            .match(/(from|import) ?\(?"[^".][^"]*"/g)
            ?.join("\n"),
        )
        .join("\n");
    for (const folder of ["plain", "react"]) expect(importsOf(folder)).not.toMatch(/antd|ant-design/);
    for (const folder of ["core", "sheet"]) expect(importsOf(folder)).not.toMatch(/antd|ant-design|react/);
    expect(importsOf("antd")).toContain('from "antd"');
  });

  it("can be imported on a server", async () => {
    const entries = ["", "/antd", "/core", "/sheet", "/import"];
    write(
      "server.mjs",
      `import { createElement } from "react";
import { renderToString } from "react-dom/server";
${entries.map((e, at) => `import * as e${at} from "@shotkeeper/datagrid${e}";`).join("\n")}
const props = { id: "p", columns: [{ key: "id", title: "No.", type: "text" }], rowKey: (r) => r.id,
  source: { rows: [{ id: "1" }] }, texts: e0.textsEn };
console.log(renderToString(createElement(e0.DataGrid, props)).includes('role="grid"'));
console.log(renderToString(createElement(e1.DataGrid, props)).includes('role="grid"'));`,
    );
    const { stdout, stderr } = await run(process.execPath, [join(project, "server.mjs")], { cwd: project });
    expect([stdout, stderr]).toEqual(["true\ntrue\n", ""]);
  });

  it("has types for a strict project that checks libraries too", async () => {
    write("parts.tsx", example());
    write(
      "use.ts",
      `import type { GridColumn } from "@shotkeeper/datagrid";
import { DataGrid as AntdGrid, type ImportSpec } from "@shotkeeper/datagrid/antd";
import { csvText, exportCsv } from "@shotkeeper/datagrid/core";
import { importTexts } from "@shotkeeper/datagrid/import";
import { openFile, setWorkers } from "@shotkeeper/datagrid/sheet";
export const all = [AntdGrid, csvText, exportCsv, importTexts, openFile, setWorkers];
export type Spec = ImportSpec;
// @ts-expect-error the content of a cell is a ReactNode
export const wrong: GridColumn<unknown> = { key: "a", title: "A", type: "text", render: () => Symbol() };\n`,
    );
    const options = {
      strict: true,
      noEmit: true,
      noPropertyAccessFromIndexSignature: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      target: "es2022",
      lib: ["ES2023", "DOM", "DOM.Iterable"],
      jsx: "react-jsx",
      types: [],
    };
    const tsc = (name: string, more: Record<string, unknown>, files: string[]) => {
      write(name, JSON.stringify({ compilerOptions: { ...options, ...more }, files }));
      return run(process.execPath, [join(modules, "typescript", "bin", "tsc"), "-p", name], { cwd: project });
    };
    write("css.d.ts", 'declare module "*.css";');
    const bundler = { module: "esnext", moduleResolution: "bundler" };
    await tsc("tsconfig.json", { ...bundler, skipLibCheck: true }, ["parts.tsx", "use.ts", "css.d.ts"]);
    // This project also type-checks the types of libraries (`skipLibCheck`). The types of antd have errors, so the
    // project leaves out the entry points with antd.
    const node = { module: "nodenext", moduleResolution: "nodenext", skipLibCheck: false };
    await tsc("tsconfig.node.json", node, ["parts.tsx", "css.d.ts"]);
  });

  it("shows the rows of the README's example, built by Vite without settings", async () => {
    write("index.html", '<!doctype html><body><script type="module" src="./main.tsx"></script>');
    write("parts.tsx", example());
    write(
      "main.tsx",
      `import { createRoot } from "react-dom/client";
import { Parts } from "./parts.tsx";
createRoot(document.body).render(<Parts />);`,
    );
    await run(process.execPath, [join(modules, "vite", "bin", "vite.js"), "build"], { cwd: project });
    const assets = readdirSync(join(project, "dist", "assets"));
    expect(assets.filter((f) => f.endsWith(".css"))).toHaveLength(1);
    if (!browser) return;
    const page = await opened(browser, join(project, "dist"));
    // The row count includes the 1,000 rows, the header and the totals, although only visible rows are in the DOM.
    expect(page).toContain('aria-rowcount="1002"');
    expect(page).toContain("P-0");
    expect(page).not.toContain("P-999");
    // Expects no CSS class of antd on the page, although antd is installed.
    expect(page).not.toContain("ant-");
  });
});
