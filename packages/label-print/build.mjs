// Builds dist/ with the package for external pages and the demo page: `node build.mjs`, then `npm pack ./dist`. The
// option --demo also serves the demo page.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");

async function bundle(input, file, format) {
  const build = await rolldown({ input: join(here, input), platform: "browser", logLevel: "warn" });
  const options = format === "iife" ? { format, name: "LabelPrint", minify: true } : { format };
  await build.write({ file: join(dist, file), sourcemap: true, ...options });
  await build.close();
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
await Promise.all([
  bundle("src/index.ts", "index.mjs", "esm"),
  bundle("src/index.ts", "label-print.js", "iife"),
  bundle("src/testing/index.ts", "testing.mjs", "esm"),
  bundle("demo/main.ts", "demo/demo.js", "iife"),
]);
cpSync(join(here, "demo", "index.html"), join(dist, "demo", "index.html"));
// Writes the type declarations (.d.ts) beside the code.
const tsc = join(
  dirname(createRequire(import.meta.url).resolve("@typescript/native/package.json")),
  "bin",
  "tsc",
);
const emit = [
  "--declaration",
  "--emitDeclarationOnly",
  "--noEmit",
  "false",
  "--rewriteRelativeImportExtensions",
];
execFileSync(
  process.execPath,
  [tsc, "-p", here, ...emit, "--outDir", join(dist, "types"), "--rootDir", here],
  {
    stdio: "inherit",
  },
);

const { name, version, description, license } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const types = (entry) => `./types/src/${entry}.d.ts`;
writeFileSync(
  join(dist, "package.json"),
  `${JSON.stringify(
    {
      name,
      version,
      description,
      license,
      type: "module",
      sideEffects: false,
      types: types("index"),
      exports: {
        ".": { types: types("index"), default: "./index.mjs" },
        "./testing": { types: types("testing/index"), default: "./testing.mjs" },
        "./label-print.js": "./label-print.js",
      },
    },
    null,
    2,
  )}\n`,
);
cpSync(join(here, "README.md"), join(dist, "README.md"));

if (process.argv.includes("--demo")) {
  const port = Number(process.env.PORT ?? 8118);
  const types = { html: "text/html; charset=utf-8", js: "text/javascript" };
  const files = { "/": join(dist, "demo", "index.html"), "/demo.js": join(dist, "demo", "demo.js") };
  createServer((request, answer) => {
    const file = files[request.url?.split("?")[0] ?? ""];
    if (!file) return answer.writeHead(404).end();
    answer.setHeader("content-type", types[file.endsWith("js") ? "js" : "html"]);
    answer.end(readFileSync(file));
  }).listen(port, "127.0.0.1", () => console.log(`Demo at http://127.0.0.1:${port}`));
}
