// npm run test -- packages: installs the packed packages in fresh projects, builds the README's examples with each
// bundler, and opens them in a browser. Needs the npm registry and some minutes.
import { execFile, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { findBrowser } from "../lib/browser.mjs";
import { root } from "../lib/root.mjs";
import { packed } from "./pack.mjs";
import { packagesOf, projects } from "./projects.mjs";
import { checkPage, serveFolder } from "./visit.mjs";

const run = promisify(execFile);
const tools = { publint: "0.3.25", "@arethetypeswrong/cli": "0.18.5" };

/** Returns the example of the grid's README, with the plain skin or with antd. */
function exampleOf(isAntd) {
  const readme = readFileSync(join(root, "packages", "datagrid", "README.md"), "utf8");
  const text = /```tsx\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  if (!isAntd) return text;
  return text
    .replace('"@shotkeeper/datagrid"', '"@shotkeeper/datagrid/antd"')
    .replace("/style.css", "/antd.css");
}

async function install(dir, packages) {
  mkdirSync(dir, { recursive: true });
  const manifest = { name: "fresh", private: true, dependencies: packages };
  writeFileSync(join(dir, "package.json"), JSON.stringify(manifest));
  await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], {
    cwd: dir,
  });
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createTcpServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Starts a development server and waits until it answers. */
async function startServer(project, dir) {
  const port = await freePort();
  const child = spawn(process.execPath, [...project.serve, String(port)], { cwd: dir, stdio: "ignore" });
  const url = `http://127.0.0.1:${port}/`;
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return { url, close: () => child.kill() };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  child.kill();
  throw new Error("the development server did not answer within 20 s");
}

async function checkProject(project, dir, archives, browser) {
  await install(dir, { ...packagesOf(project), ...archives });
  for (const [name, text] of Object.entries(project.files(exampleOf(project.isAntd === true)))) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  for (const args of project.build) await run(process.execPath, args, { cwd: dir, env, maxBuffer: 1 << 26 });
  if (!project.output && !project.serve) return;
  for (const name of project.copy ?? []) cpSync(join(dir, name), join(dir, project.output, name));
  if (project.isRenderedOnServer) {
    const html = readFileSync(join(dir, project.output, "index.html"), "utf8");
    if (!html.includes('role="grid"')) throw new Error("the page from the server has no grid");
  }
  const server = project.serve
    ? await startServer(project, dir)
    : await serveFolder(join(dir, project.output));
  try {
    await checkPage(browser, server.url);
  } finally {
    await server.close();
  }
}

/** Runs the checkers of packages: publint, and "are the types wrong" for ES modules. */
async function checkArchives(dir, archives) {
  await install(dir, tools);
  for (const [name, archive] of Object.entries(archives)) {
    const program = (path, args) =>
      run(process.execPath, [join(dir, "node_modules", path), ...args], { cwd: dir });
    await program("publint/src/cli.js", ["run", archive, "--strict"]);
    const noTypes = name.endsWith("datagrid")
      ? ["style.css", "antd.css", "workers/import.js", "workers/write.js"]
      : ["label-print.js"];
    await program("@arethetypeswrong/cli/dist/index.js", [
      archive,
      "--profile",
      "esm-only",
      "--exclude-entrypoints",
      ...noTypes,
    ]);
  }
}

/** Returns the message of a failure with the end of the program's output. */
function failureOf(cause) {
  const output = `${cause.stdout ?? ""}${cause.stderr ?? ""}`.trim().split("\n").slice(-30).join("\n    ");
  return `${cause.message.split("\n")[0]}\n    ${output}`;
}

/**
 * Tests the packages in all fresh projects, or in those whose name contains one of the given words.
 * @param {readonly string[]} words
 */
export async function testPackages(words = []) {
  const executablePath = findBrowser();
  if (!executablePath) return { passed: 0, failed: 0, skipped: 1, failedTests: [] };
  const { chromium } = await import("playwright-core");
  const dir = mkdtempSync(join(tmpdir(), "packages-"));
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const failedTests = [];
  let passed = 0;
  try {
    const archives = Object.fromEntries(
      ["datagrid", "label-print"].map((name) => [`@shotkeeper/${name}`, `file:${packed(name, dir)}`]),
    );
    const files = Object.fromEntries(
      Object.entries(archives).map(([name, archive]) => [name, archive.replace("file:", "")]),
    );
    const all = [
      { name: "publint and are-the-types-wrong", work: (at) => checkArchives(at, files) },
      ...projects.map((p) => ({ name: p.name, work: (at) => checkProject(p, at, archives, browser) })),
    ];
    const chosen = all.filter(
      ({ name }) => words.length === 0 || words.some((w) => name.toLowerCase().includes(w.toLowerCase())),
    );
    for (const [at, { name, work }] of chosen.entries()) {
      const started = Date.now();
      const place = join(dir, `project-${at}`);
      try {
        await work(place);
        passed++;
        console.log(`✓ ${name}: ${Math.round((Date.now() - started) / 1000)} s`);
      } catch (cause) {
        failedTests.push(`${name}: ${failureOf(cause)}`);
        console.log(`✗ ${name}: ${failureOf(cause)}`);
      }
      if (existsSync(place)) rmSync(place, { recursive: true, force: true });
    }
  } finally {
    await browser.close();
    rmSync(dir, { recursive: true, force: true });
  }
  return { passed, failed: failedTests.length, skipped: 0, failedTests };
}
