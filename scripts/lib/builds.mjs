// The two builds (web application and server) and their sources.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./root.mjs";
import { hashOf, isFresh } from "./sources.mjs";

const shared = ["package-lock.json", "tsconfig.base.json", "packages/contract", "packages/locales"];

export const targets = [
  {
    name: "web",
    output: "apps/web/dist/index.html",
    sources: [
      ...shared,
      "packages/client",
      "packages/datagrid",
      "packages/ui",
      "packages/label-print",
      "apps/web",
    ],
    async make() {
      const { build } = await import("vite");
      const dir = join(root, "apps", "web");
      await build({ root: dir, configFile: join(dir, "vite.config.ts"), logLevel: "warn" });
      await renderFrontPage(join(dir, "dist", "front", "pages.js"));
    },
  },
  {
    name: "server",
    output: "apps/server/dist/main.mjs",
    sources: [...shared, "scripts/bundle.mjs", "apps/server/src", "apps/server/package.json"],
    /** Bundles the server, and the commands of its operator (bin/shotkeeper.mjs). */
    async make() {
      const { bundle } = await import("../bundle.mjs");
      for (const entry of ["main", "cli/tenant", "cli/backup", "cli/audit-main"])
        await bundle(
          `apps/server/src/${entry}.ts`,
          join(root, `apps/server/dist/${entry.replace("cli/", "")}.mjs`),
        );
    },
  },
];

/**
 * Renders the shop's first page without goods, as the server does with goods. Fails the build if the page's modules
 * need something that only a browser has: the server would then deliver an empty page, and visitors wait longer.
 */
async function renderFrontPage(file) {
  const { frontPages } = await import(pathToFileURL(file).href);
  const shop = {
    IS_OPEN: "Y",
    TENANT_ID: "default",
    SHOP_NAME: null,
    SHOP_PHONE: null,
    SHOP_MAIL: null,
    LOGO: null,
  };
  await frontPages([], shop);
}

/**
 * Builds the targets whose sources have changed. The build runs in a child process, so that its memory is free again
 * afterwards.
 * @param {readonly string[]} names targets that are needed
 */
export function ensureBuilt(names = targets.map((t) => t.name)) {
  const wanted = targets.filter((t) => names.includes(t.name));
  const stale = wanted.filter((t) => !isFresh(t.name, hashOf(t.sources), t.output));
  if (stale.length === 0) return;
  console.error(`Building ${stale.map((t) => t.name).join(" and ")} …`);
  execFileSync(process.execPath, [join(root, "scripts", "build.mjs"), ...names], {
    cwd: root,
    stdio: "inherit",
  });
}
