// Rules about the text of repository files.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { trackedFiles } from "./files.mjs";
import { root } from "./root.mjs";

const isBinary = (file) => /\.(png|jpe?g|webp|gif|ico|woff2?|ttf|pdf|xlsx?|zip|gz)$/.test(file);

const texts = [
  { test: /@ts-(ignore|nocheck)\b/, why: "fix the type instead" },
  { test: /@ts-expect-error(?!.{8})/, why: "say why" },
  {
    test: /(?:^|[\s"'`(=])\/(?:work|home|root|Users)\/\w/,
    why: "a path of one machine",
    not: /(^|\/)(Dockerfile|compose\.ya?ml)$/,
  },
  { test: /biome-ignore [^:]*:\s*$/, why: "say why" },
];

/** This file contains the patterns that it searches for, so it is not searched. */
const rulesOwn = /^scripts\/lib\/file-rules\.mjs$/;

export function fileRules() {
  const errors = [];
  for (const file of trackedFiles().filter(
    (f) => !isBinary(f) && !rulesOwn.test(f) && f !== "package-lock.json",
  )) {
    const lines = readFileSync(join(root, file), "utf8").split("\n");
    for (const { test, why, not } of texts) {
      if (not?.test(file)) continue;
      lines.forEach((line, n) => {
        if (test.test(line)) errors.push(`${file}:${n + 1}: ${why}`);
      });
    }
  }
  return errors;
}

/**
 * Checks that `npm ci` works everywhere with the lock file. The lock file must contain no registry addresses, and must
 * list the optional packages of every platform.
 */
export function lockRules() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const errors = [];
  const isThere = (from, name) => {
    for (let dir = from; ; ) {
      if (packages[`${dir}${dir && "/"}node_modules/${name}`]) return true;
      if (dir === "") return false;
      const at = dir.lastIndexOf("node_modules/");
      dir = at <= 0 ? "" : dir.slice(0, at - 1);
    }
  };
  for (const [path, p] of Object.entries(packages)) {
    if (p.resolved && !p.link) errors.push(`package-lock.json: ${path} names the address it came from`);
    if (p.hasInstallScript) errors.push(`package-lock.json: ${path} has an install script`);
    for (const name of Object.keys(p.optionalDependencies ?? {}))
      if (!isThere(path, name))
        errors.push(`package-lock.json: ${path} has no entry for its optional ${name}; npm ci would fail`);
  }
  for (const file of trackedFiles().filter((f) => /(^|\/)package\.json$/.test(f))) {
    const json = JSON.parse(readFileSync(join(root, file), "utf8"));
    for (const kind of ["dependencies", "devDependencies", "optionalDependencies"])
      for (const [name, version] of Object.entries(json[kind] ?? {}))
        if (!/^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
          errors.push(`${file}: ${name} is not pinned: ${version}`);
  }
  return errors;
}
