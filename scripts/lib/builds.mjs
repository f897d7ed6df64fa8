// The two builds (web application and server) and their sources.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
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
    },
  },
  {
    name: "server",
    output: "apps/server/dist/main.mjs",
    sources: [...shared, "scripts/bundle.mjs", "apps/server/src", "apps/server/package.json"],
    async make() {
      const { bundle } = await import("../bundle.mjs");
      await bundle("apps/server/src/main.ts", join(root, "apps/server/dist/main.mjs"));
    },
  },
];

/**
 * Builds the targets whose sources have changed. The build runs in a child process, so that its memory is free again
 * afterwards.
 */
export function ensureBuilt() {
  const stale = targets.filter((t) => !isFresh(t.name, hashOf(t.sources), t.output));
  if (stale.length === 0) return;
  console.log(`Building ${stale.map((t) => t.name).join(" and ")} …`);
  execFileSync(process.execPath, [join(root, "scripts", "build.mjs")], { cwd: root, stdio: "inherit" });
}
