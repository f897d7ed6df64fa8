// Packs a package of the repository as npm does it.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../lib/root.mjs";

/**
 * Packs a copy of a package's folder, because packing changes its package.json for a moment.
 * @param {string} name folder below packages/
 * @param {string} dir folder for the copy and for the archive
 * @returns {string} path of the archive
 */
export function packed(name, dir) {
  const copy = join(dir, `repository-of-${name}`, "packages", name);
  mkdirSync(join(copy, ".."), { recursive: true });
  const isSource = (path) => !["node_modules", "dist", "golden"].includes(basename(path));
  cpSync(join(root, "packages", name), copy, { recursive: true, filter: isSource });
  const repository = join(copy, "..", "..");
  cpSync(join(root, "tsconfig.base.json"), join(repository, "tsconfig.base.json"));
  symlinkSync(join(root, "node_modules"), join(repository, "node_modules"));
  const output = execFileSync("npm", ["pack", "--silent", "--pack-destination", dir], { cwd: copy });
  return join(dir, output.toString().trim().split("\n").at(-1));
}
