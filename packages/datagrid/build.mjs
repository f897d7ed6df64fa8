// Builds dist/: modules with types, workers and styles.
//   node build.mjs            builds
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
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, "src");
const dist = join(here, "dist");
const manifest = join(here, "package.json");
/**
 * Copy of the original package.json. It exists while npm packs, because package.json then has the content for the
 * package.
 */
const kept = join(here, "package.json.kept");
const mode = process.argv[2];

/** Entry points of the package, each with its folder below src/ and dist/. */
const entries = {
  ".": "plain",
  "./antd": "antd",
  "./core": "core",
  "./sheet": "sheet",
  "./import": "import",
};
const workers = ["import", "write"];

/** Returns the files of dist/ whose paths match the pattern `names`. */
const builtFiles = (names) =>
  readdirSync(dist, { recursive: true })
    .filter((name) => names.test(name))
    .map((name) => join(dist, name));

/** Returns a style sheet with the text of all sheets that it imports. */
const styleOf = (file) =>
  readFileSync(file, "utf8").replace(/@import "(.+?)";\n/g, (_, name) => styleOf(join(dirname(file), name)));

/** Bundles a worker and the packages that it imports into one script. Returns the files that are in the bundle. */
async function bundleWorker(name) {
  const build = await rolldown({
    input: join(source, "sheet", `${name}-worker.ts`),
    platform: "browser",
    logLevel: "warn",
  });
  const { output } = await build.write({
    file: join(dist, "workers", `${name}.js`),
    sourcemap: true,
    format: "iife",
    codeSplitting: false,
    minify: true,
  });
  await build.close();
  return output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
}

/**
 * Writes the module that starts the workers. The module imports the scripts of the workers as texts from other modules,
 * because not every bundler finds separate script files of a package.
 */
function writeWorkerStart() {
  for (const name of workers) {
    const script = readFileSync(join(dist, "workers", `${name}.js`), "utf8").replace(
      /\n\/\/# sourceMap.*\s*$/,
      "",
    );
    writeFileSync(join(dist, "sheet", `${name}-text.js`), `export default ${JSON.stringify(script)};\n`);
  }
  writeFileSync(
    join(dist, "sheet", "standard-worker.js"),
    `export async function standardWorker(name) {
  const { default: text } = await (name === "import" ? import("./import-text.js") : import("./write-text.js"));
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const worker = new Worker(url);
  // The browser reads the script after the constructor has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return worker;
}
`,
  );
  rmSync(join(dist, "sheet", "standard-worker.js.map"), { force: true });
}

/**
 * Deletes the built files with the ending `ext` (modules or types) that no entry point imports, directly or through
 * other files. Only the workers need these files, and the bundled workers contain them.
 */
function deleteUnreached(ext) {
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = readFileSync(file, "utf8");
    for (const [, name] of text.matchAll(/(?:from |import |import\()"(\.[^"]+)\.js"/g))
      visit(join(dirname(file), `${name}${ext}`));
  };
  for (const folder of Object.values(entries)) visit(join(dist, folder, `index${ext}`));
  for (const file of builtFiles(/\.(js|d\.ts)$/)) {
    if (reached.has(file) || !file.endsWith(ext) || dirname(file) === join(dist, "workers")) continue;
    rmSync(file);
    rmSync(`${file}.map`, { force: true });
  }
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
    const file = readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
    const text = file ? readFileSync(join(folder, file), "utf8").trim() : license;
    return `## ${name} ${version} (${license})\n\n${text.replace(/^/gm, "    ").replace(/ +$/gm, "")}\n`;
  });
  return `# Third-party notices\n\nThe workers contain these packages. Each keeps its own licence.\n\n${parts.join("\n")}`;
}

async function build() {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  const require = createRequire(import.meta.url);
  const tsc = join(dirname(require.resolve("@typescript/native/package.json")), "bin", "tsc");
  // Compiles each module to a file of its own, so that bundlers can leave out the modules that a page does not use.
  execFileSync(process.execPath, [tsc, "-p", join(here, "tsconfig.build.json")], { stdio: "inherit" });
  for (const file of builtFiles(/\.(js|d\.ts)$/)) {
    const text = readFileSync(file, "utf8");
    const changed = text
      // Removes the imports of style sheets, which are separate entry points: Node and many bundlers cannot import a
      // style sheet from a module.
      .replace(/^import "[^"]+\.css";\n/gm, "")
      .replace(/(from |import\()"(\.[^"]+)\.tsx?"/g, '$1"$2.js"');
    if (changed !== text) writeFileSync(file, changed);
  }
  const files = (await Promise.all(workers.map(bundleWorker))).flat();
  writeWorkerStart();
  deleteUnreached(".js");
  deleteUnreached(".d.ts");
  writeFileSync(join(dist, "style.css"), styleOf(join(source, "plain", "style.css")));
  writeFileSync(
    join(dist, "antd.css"),
    styleOf(join(source, "react", "datagrid.css")) + styleOf(join(source, "import", "import.css")),
  );
  writeFileSync(join(dist, "THIRD-PARTY-NOTICES.md"), notices(files));
  console.error(`built ${builtFiles(/\.js$/).length} modules in ${relative(process.cwd(), dist)}`);
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
    dependencies,
    ...rest
  } = JSON.parse(readFileSync(manifest, "utf8"));
  // Leaves out the package for .xls and .xlsx files, because only the import worker uses it, and the bundled worker
  // contains it.
  const { "@e965/xlsx": _inWorker, ...needed } = dependencies;
  const exports = {
    ...Object.fromEntries(
      Object.entries(entries).map(([entry, folder]) => [
        entry,
        { types: `./dist/${folder}/index.d.ts`, default: `./dist/${folder}/index.js` },
      ]),
    ),
    "./style.css": "./dist/style.css",
    "./antd.css": "./dist/antd.css",
    "./workers/*.js": "./dist/workers/*.js",
    "./package.json": "./package.json",
  };
  copyFileSync(manifest, kept);
  const published = { ...rest, dependencies: needed, types: "./dist/plain/index.d.ts", exports };
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`);
}

// Restores package.json first, because an earlier npm pack may have been interrupted.
restore();
if (mode !== "--postpack") await build();
if (mode === "--prepack") publish();
