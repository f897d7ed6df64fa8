// Builds dist/: modules with types, a script for any page, and the demo page.
//   node build.mjs            builds
//   node build.mjs --demo     builds and serves the demo page
//   node build.mjs --prepack  builds, and writes the package.json of the npm package (npm pack runs this)
//   node build.mjs --postpack restores the package.json of the repository
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const manifest = join(here, "package.json");
/** Copy of this package's package.json as it is in the repository. The copy exists only while npm packs. */
const kept = join(here, "package.json.kept");
const mode = process.argv[2];

/** Bundles a script for pages, with the packages that it imports. Returns the files that are in the bundle. */
async function bundle(input, file) {
  const build = await rolldown({ input: join(here, input), platform: "browser", logLevel: "warn" });
  const { output } = await build.write({
    file: join(dist, file),
    sourcemap: true,
    format: "iife",
    name: "LabelPrint",
    minify: true,
  });
  await build.close();
  return output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
}

/** Returns the licences of the packages to which the files belong. */
function notices(files) {
  const mark = `${sep}node_modules${sep}`;
  const folders = new Set();
  for (const file of files.filter((f) => f.includes(mark))) {
    const at = file.lastIndexOf(mark) + mark.length;
    const [first, second] = file.slice(at).split(sep);
    folders.add(file.slice(0, at) + (first.startsWith("@") ? join(first, second) : first));
  }
  const parts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((f) => /^(licen[cs]e|mit-license)/i.test(f));
    const text = file ? readFileSync(join(folder, file), "utf8").trim() : license;
    return `## ${name} ${version} (${license})\n\n${text.replace(/^/gm, "    ").replace(/ +$/gm, "")}\n`;
  });
  return `# Third-party notices\n\n\`label-print.js\` contains these packages. Each keeps its own licence.\n\n${parts.join("\n")}`;
}

const escaped = (text) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Returns the examples of the README as HTML, for the demo to show and to run. */
function examples() {
  const readme = readFileSync(join(here, "README.md"), "utf8");
  const [, section = ""] = /\n## Examples\n([\s\S]*?)\n## /.exec(readme) ?? [];
  return [...section.matchAll(/### (.+)\n\n```js\n([\s\S]*?)```/g)]
    .map(([, title, code], i) => {
      const head = `<h2 data-text="example${i + 1}">${escaped(title)}</h2>`;
      const run = `<button type="button" data-text="run">Run</button>`;
      return `<section class="example">${head}<pre>${escaped(code.trim())}</pre>${run}<output></output></section>`;
    })
    .join("\n  ");
}

async function build() {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  const require = createRequire(import.meta.url);
  const tsc = join(dirname(require.resolve("@typescript/native/package.json")), "bin", "tsc");
  // Compiles each module to a file of its own, so that bundlers can leave out the modules that a page does not use.
  execFileSync(process.execPath, [tsc, "-p", join(here, "tsconfig.build.json")], { stdio: "inherit" });
  const [files] = await Promise.all([
    bundle("src/index.ts", "label-print.js"),
    bundle("demo/main.ts", "demo/demo.js"),
  ]);
  const page = readFileSync(join(here, "demo", "index.html"), "utf8");
  writeFileSync(
    join(dist, "demo", "index.html"),
    page.replace("<!-- build.mjs inserts the examples here. -->", examples),
  );
  writeFileSync(join(dist, "THIRD-PARTY-NOTICES.md"), notices(files));
}

function restore() {
  if (existsSync(kept)) renameSync(kept, manifest);
}

/** Writes the package.json of the npm package, whose entry points are the built files. */
function publish() {
  const {
    devDependencies: _,
    scripts: __,
    exports: ___,
    ...rest
  } = JSON.parse(readFileSync(manifest, "utf8"));
  const entry = (name) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` });
  const exports = {
    ".": entry("index"),
    "./testing": entry("testing/index"),
    "./label-print.js": "./dist/label-print.js",
    "./package.json": "./package.json",
  };
  copyFileSync(manifest, kept);
  writeFileSync(manifest, `${JSON.stringify({ ...rest, types: "./dist/index.d.ts", exports }, null, 2)}\n`);
}

function serve() {
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

// Restores package.json first, because an earlier npm pack may have been interrupted.
restore();
if (mode !== "--postpack") await build();
if (mode === "--prepack") publish();
if (mode === "--demo") serve();
