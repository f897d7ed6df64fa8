// Lists the packages that an installation loads or serves, according to the lock file.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/** Programs of this repository that an installation runs or serves. */
const programs = ["apps/server", "apps/web", "apps/print-agent", "apps/edge"];

const parentOf = (path) => {
  const at = path.lastIndexOf("node_modules/");
  return at > 0 ? path.slice(0, at - 1) : "";
};

/** Resolves the package `name` in the way of Node, beginning at the package `from`. */
function resolveFrom(packages, from, name) {
  for (let dir = from; ; dir = parentOf(dir)) {
    const path = `${dir}${dir && "/"}node_modules/${name}`;
    const found = packages[path];
    if (found) return found.link ? found.resolved : path;
    if (dir === "") return undefined;
  }
}

/**
 * Returns the paths of all packages that the packages `from` load, directly or through other packages. Paths outside of
 * node_modules (packages of this repository) are left out.
 */
function closureOf(packages, from, isWanted) {
  const seen = new Set();
  const open = [...from];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const { dependencies = {}, optionalDependencies = {} } = packages[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = resolveFrom(packages, path, name);
      if (found && isWanted(packages[found])) open.push(found);
    }
  }
  return [...seen].filter((path) => path.includes("node_modules/"));
}

const readLock = () => JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;

/**
 * Returns the paths of the npm packages that the programs load at run time. Packages of the web application are not
 * among them, because its build contains them.
 */
export function installedPackages() {
  return closureOf(readLock(), ["apps/server", "apps/print-agent", "apps/edge"], () => true)
    .filter((path) => existsSync(join(root, path)))
    .sort();
}

/**
 * Returns the npm packages that an installation loads or serves.
 * @returns {{ path: string, name: string, version: string, license: string | undefined }[]} sorted by name and version
 */
export function productionPackages() {
  const packages = readLock();
  // Leaves out platform-specific packages, so that the list is the same on all platforms.
  const list = closureOf(packages, programs, (p) => !p.os && !p.cpu).map((path) => {
    const { version, license } = packages[path];
    return { path, name: path.slice(path.lastIndexOf("node_modules/") + 13), version, license };
  });
  const key = (p) => `${p.name}@${p.version}`;
  const byKey = new Map(list.map((p) => [key(p), p]));
  return [...byKey.keys()].sort().map((k) => byKey.get(k));
}
