// Hashes the sources of a build, so that a build is skipped if nothing has changed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./root.mjs";

/** Yields the files of a folder that affect a build. Leaves out tests, galleries and build output. */
function* files(path) {
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    const name = `${path}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!["node_modules", "dist", "testing", "gallery"].includes(entry.name)) yield* files(name);
    } else if (!/\.(test|gallery)\.tsx?$/.test(entry.name)) yield name;
  }
}

/**
 * Returns a hash of the sources. The Node version is not part of it, because the builds do not depend on it.
 * @param {readonly string[]} paths files and folders of the repository
 */
export function hashOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths) {
    const found = existsSync(join(root, path)) ? kindOf(path) : [];
    for (const file of [...found].sort())
      hash
        .update(file)
        .update("\0")
        .update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

function kindOf(path) {
  return /\.[a-z]+$/.test(path) ? [path] : [...files(path)];
}

const stampOf = (name) => join(root, "node_modules", ".cache", `shotkeeper-${name}`);

export function isFresh(name, hash, output) {
  const stamp = stampOf(name);
  return existsSync(join(root, output)) && existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
}

/** Forgets the stored hash of a build. Called before the build, so that an aborted build does not look finished. */
export function forget(name) {
  rmSync(stampOf(name), { force: true });
}

export function remember(name, hash) {
  mkdirSync(dirname(stampOf(name)), { recursive: true });
  writeFileSync(stampOf(name), hash);
}
