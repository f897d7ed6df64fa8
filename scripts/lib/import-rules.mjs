// Checks import rules (.dependency-cruiser.mjs) and finds unused code (knip.jsonc).
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./programs.mjs";
import { rooms } from "./rooms.mjs";
import { root } from "./root.mjs";

const isSource = (name) => /\.tsx?$/.test(name) && !/\.(test|gallery)\.tsx?$|\.d\.ts$/.test(name);

/** Returns the rooms (units of the import order) of a folder: its subfolders, and one room for its loose files. */
function roomsIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((e) => (e.isDirectory() ? !["testing", "gallery"].includes(e.name) : isSource(e.name)))
    .map((e) => e.name);
}

/** Returns the rooms that the order in rooms.mjs does not list. */
function misplaced(dir) {
  return rooms.flatMap(({ folder, lines }) => {
    if (!existsSync(join(dir, folder))) return [];
    const listed = lines.flat();
    const found = roomsIn(join(dir, folder));
    const isLoose = (name) => listed.includes(".") && name.includes(".");
    return found
      .filter((name) => !listed.includes(name) && !isLoose(name))
      .map((name) => `${folder}/${name} has no place in the order of rooms: add it to scripts/lib/rooms.mjs`);
  });
}

/** @returns {Promise<string[]>} violations: rule, both files, reason and remedy */
export async function importRules(dir = root) {
  const folders = ["packages", "apps", "e2e", "bench", "tools"].filter((f) => existsSync(join(dir, f)));
  const config = join(root, ".dependency-cruiser.mjs");
  const args = ["--config", config, "--output-type", "err-long", ...folders];
  return [
    ...misplaced(dir),
    ...(await runProgram("dependency-cruiser/bin/dependency-cruise.mjs", args, dir)),
  ];
}

/** @returns {Promise<string[]>} unused files, exports and dependencies, and undeclared imports */
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
