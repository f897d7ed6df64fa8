// Checks that the production build does not contain the development log-in.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const devRoute = "/dev/login";

/**
 * Looks for the route of the development log-in in the files of the build.
 * @returns {{ name: string, errors: string[] }}
 */
export function noDevelopmentCode() {
  const assets = join(root, "apps", "web", "dist", "assets");
  const files = [
    join(root, "apps", "server", "dist", "main.mjs"),
    join(root, "apps", "web", "dist", "index.html"),
    ...readdirSync(assets)
      .filter((f) => f.endsWith(".js"))
      .map((f) => join(assets, f)),
  ];
  const found = files.filter((f) => readFileSync(f, "utf8").includes(devRoute));
  return { name: "no development code", errors: found.map((f) => `${f} contains ${devRoute}`) };
}
