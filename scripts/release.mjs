// npm run release [-- --out DIR]: makes the archive of an installation, with all packages that it loads. The archive
// needs Node only: no npm, no compiler, no package registry. It is the same for all platforms.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureInstalled } from "./install.mjs";
import { root } from "./lib/root.mjs";

const help = `npm run release [-- options]

Builds Shotkeeper and writes shotkeeper-VERSION.tar.gz and its SHA-256 sum. Unpack it anywhere and run
\`node bin/shotkeeper.mjs --help\` there.

  --out DIR    folder of the archive (release)
  --folder     writes only the unpacked folder, for an image of a container`;

const { values } = parseArgs({
  options: {
    out: { type: "string", default: "release" },
    folder: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}

ensureInstalled();
const { ensureBuilt } = await import("./lib/builds.mjs");
const { bundle } = await import("./bundle.mjs");
const { installedPackages } = await import("./lib/production-packages.mjs");
ensureBuilt();
for (const app of ["apps/print-agent", "apps/edge"])
  await bundle(`${app}/src/main.ts`, join(root, `${app}/dist/main.mjs`));

const { version, license, engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const name = `shotkeeper-${version}`;
const out = resolve(process.env.INIT_CWD ?? process.cwd(), values.out);
const folder = join(out, name);
rmSync(folder, { recursive: true, force: true });

function copy(path, filter) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(root, path), join(folder, path), {
    recursive: true,
    dereference: true,
    ...(filter ? { filter } : {}),
  });
}

// Leaves out .env and tls, because they may contain the secrets of an installation.
for (const path of [
  "bin",
  "deploy",
  "LICENSE",
  "THIRD-PARTY-NOTICES.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "docs",
  "apps/server/dist",
  "apps/server/migrations",
  "apps/server/package.json",
  "apps/server/password-worker.mjs",
  "apps/server/pdf-worker.mjs",
  "apps/server/pglite-worker.mjs",
  "apps/server/script-worker.mjs",
  "apps/web/dist",
  "apps/print-agent/dist",
  "apps/print-agent/package.json",
  "apps/edge/dist/main.mjs",
  "apps/edge/package.json",
])
  copy(path, (source) => !/\/(\.env|tls)$/.test(source));

// Leaves out files that no program loads from the installed packages. Of the fonts, only the weights 400 and 700 are
// needed, which the server's documents (PDF) use.
const unused =
  /(\.map|\.d\.[cm]?ts|\.md|\.png)$|\/(tests?|benchmarks?|examples?|\.github)$|\/[1235689]00[A-Z]\w+$/;
for (const path of installedPackages()) {
  const base = join(root, path);
  copy(path, (source) => {
    const inside = source.slice(base.length);
    // Leaves out nested packages here, because the lock file lists each of them separately.
    return (
      !/\/node_modules(\/|$)/.test(inside) && (/licen[cs]e|notice/i.test(inside) || !unused.test(inside))
    );
  });
}

function commitOf() {
  try {
    return execFileSync("git", ["rev-parse", "--short=12", "HEAD"], {
      cwd: root,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  } catch {
    return process.env.SOURCE_COMMIT || undefined;
  }
}

const facts = {
  name: "shotkeeper",
  version,
  commit: commitOf(),
  private: true,
  license,
  type: "module",
  engines,
};
writeFileSync(join(folder, "package.json"), `${JSON.stringify(facts, null, 2)}\n`);

if (!values.folder) {
  const file = `${name}.tar.gz`;
  const owner =
    process.platform === "linux" ? ["--owner=0", "--group=0", "--numeric-owner", "--mode=u+rwX,go=rX"] : [];
  execFileSync("tar", [...owner, "-czf", file, name], { cwd: out, stdio: "inherit" });
  const { createHash } = await import("node:crypto");
  const sum = createHash("sha256")
    .update(readFileSync(join(out, file)))
    .digest("hex");
  writeFileSync(join(out, `${file}.sha256`), `${sum}  ${file}\n`);
  rmSync(folder, { recursive: true });
}
console.log(values.folder ? folder : join(out, `${name}.tar.gz`));
