// Type-checks every project. TypeScript's incremental build makes the check of unchanged projects fast.
import { join } from "node:path";
import { trackedFiles } from "./files.mjs";
import { runProgram } from "./programs.mjs";
import { root } from "./root.mjs";

const cache = join(root, "node_modules", ".cache", "shotkeeper-types");

/** Returns the projects that have sources, the largest first. */
function projects() {
  const files = trackedFiles();
  return files
    .filter((f) => /(^|\/)tsconfig(\.\w+)?\.json$/.test(f) && f !== "tsconfig.base.json")
    .map((project) => {
      const dir = project.includes("/") ? project.slice(0, project.lastIndexOf("/") + 1) : "";
      return { project, size: files.filter((s) => s.startsWith(dir) && /\.tsx?$/.test(s)).length };
    })
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size)
    .map(({ project }) => project);
}

/**
 * Returns one task per project. TypeScript 7 checks the types. The package `typescript` is version 6, because
 * dependency-cruiser needs it.
 */
export function typeTasks() {
  return projects().map((project) => {
    const buildInfo = join(cache, `${project.replaceAll("/", "-")}.tsbuildinfo`);
    const args = ["-p", project, "--pretty", "false", "--incremental", "--tsBuildInfoFile", buildInfo];
    return {
      name: `types: ${project}`,
      run: () => runProgram("@typescript/native/bin/tsc", args),
    };
  });
}
