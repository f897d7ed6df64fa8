import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/** Returns the repository's files: tracked by Git, or new and not ignored. */
export function trackedFiles() {
  const out = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: root,
    maxBuffer: 1 << 26,
  });
  return String(out)
    .split("\0")
    .filter((f) => f !== "" && existsSync(join(root, f)))
    .sort();
}
