import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Files that ship beside the code (migrations, the database's worker), found from the sources and from the bundle. */
export function packageFile(name: string): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const candidate = join(dir, name);
    if (existsSync(candidate) && existsSync(join(dir, "package.json"))) return candidate;
    const up = dirname(dir);
    if (up === dir) throw new Error(`${name} is missing beside the server`);
    dir = up;
  }
}
