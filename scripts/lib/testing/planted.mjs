import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { trackedFiles } from "../files.mjs";
import { root } from "../root.mjs";

/**
 * Creates a small repository in a temporary folder. The folder has the packages and configuration of this repository,
 * and the given files.
 * @param {Readonly<Record<string, string>>} files path → text
 * @returns {string} the folder
 */
function plant(files) {
  const dir = mkdtempSync(join(tmpdir(), "shotkeeper-check-"));
  const manifests = trackedFiles().filter((f) => /(^|\/)package\.json$/.test(f));
  for (const file of [...manifests, "knip.jsonc", "biome.json", "tsconfig.base.json"])
    cpSync(join(root, file), join(dir, file));
  const own = join(dir, "node_modules", "@shotkeeper");
  mkdirSync(own, { recursive: true });
  for (const file of manifests) {
    const [top, name] = file.split("/");
    if (top === "packages") symlinkSync(join(dir, top, name), join(own, name));
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  }
  return dir;
}

/**
 * Returns the messages of a check about the given files. The files are created for the check and removed afterwards.
 * White space is normalized.
 *
 * @param {(dir: string) => string[] | Promise<string[]>} check
 * @param {Readonly<Record<string, string>>} files
 */
export async function said(check, files) {
  const dir = plant(files);
  try {
    return (await check(dir)).join(" ").replace(/\s+/g, " ");
  } finally {
    rmSync(dir, { recursive: true });
  }
}
