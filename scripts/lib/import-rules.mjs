// Checks import rules (.dependency-cruiser.mjs) and finds unused code (knip.jsonc).
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { layers } from "./layers.mjs";
import { runProgram } from "./programs.mjs";
import { root } from "./root.mjs";

const isSource = (name) => /\.tsx?$/.test(name) && !/\.(test|gallery)\.tsx?$|\.d\.ts$/.test(name);

/** Returns the names of a folder's subfolders and source files. Leaves out the folders testing and gallery. */
function roomsIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((e) => (e.isDirectory() ? !["testing", "gallery"].includes(e.name) : isSource(e.name)))
    .map((e) => e.name);
}

/** Returns an error for each folder or file that the import order in layers.mjs does not list. */
function misplaced(dir) {
  return layers.flatMap(({ folder, lines }) => {
    if (!existsSync(join(dir, folder))) return [];
    const listed = lines.flat();
    const found = roomsIn(join(dir, folder));
    const isLoose = (name) => listed.includes(".") && name.includes(".");
    return found
      .filter((name) => !listed.includes(name) && !isLoose(name))
      .map(
        (name) => `${folder}/${name} has no place in the order of layers: add it to scripts/lib/layers.mjs`,
      );
  });
}

/**
 * Checks which files may import which.
 * @returns {Promise<string[]>} violations: rule, both files, reason and remedy
 */
export async function importRules(dir = root) {
  const folders = ["packages", "apps", "e2e", "bench", "tools"].filter((f) => existsSync(join(dir, f)));
  const config = join(root, ".dependency-cruiser.mjs");
  const args = ["--config", config, "--output-type", "err-long", ...folders];
  return [
    ...misplaced(dir),
    ...(await runProgram("dependency-cruiser/bin/dependency-cruise.mjs", args, dir)),
  ];
}

/**
 * Looks for code that nothing uses.
 * @returns {Promise<string[]>} unused files, exports and dependencies, and undeclared imports
 */
export async function unusedCode(dir = root) {
  const args = ["--directory", dir, "--config", join(dir, "knip.jsonc"), "--no-progress"];
  const found = await runProgram("knip/bin/knip.js", args, dir);
  return found.length === 0
    ? []
    : [
        ...found,
        "Delete what nobody uses. A file that a command opens by its name is an entry in knip.jsonc.",
      ];
}
