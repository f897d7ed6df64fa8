// Type-checks every project, two at a time.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { trackedFiles } from "./files.mjs";
import { root } from "./root.mjs";

const tsc = join(root, "node_modules", "typescript", "bin", "tsc");

/** Projects with something in them: a folder being planned has no sources yet. */
function projects() {
  const files = trackedFiles();
  return files
    .filter((f) => /(^|\/)tsconfig(\.\w+)?\.json$/.test(f) && f !== "tsconfig.base.json")
    .filter((f) => {
      const dir = f.includes("/") ? `${f.slice(0, f.lastIndexOf("/"))}/` : "";
      return files.some((s) => s.startsWith(dir) && /\.tsx?$/.test(s));
    });
}

function check(project) {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [tsc, "-p", project, "--pretty", "false"],
      { cwd: root, maxBuffer: 1 << 26 },
      (error, out) => {
        resolve({
          name: `types: ${project}`,
          errors: error
            ? String(out || error.message)
                .trim()
                .split("\n")
            : [],
        });
      },
    );
  });
}

export async function types() {
  const open = projects();
  const results = [];
  const worker = async () => {
    for (let p = open.shift(); p; p = open.shift()) results.push(await check(p));
  };
  await Promise.all([worker(), worker()]);
  return results;
}
