import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Files that ship beside the code (migrations, the database's worker), found from the sources and from the bundle. */
export function packageFile(name: string): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    // Beside the server's own code, or seen from a neighbour in the repository (benchmarks).
    for (const home of [dir, join(dir, "apps/server")]) {
      const candidate = join(home, name);
      if (existsSync(candidate) && existsSync(join(home, "package.json"))) return candidate;
    }
    const up = dirname(dir);
    if (up === dir) throw new Error(`${name} is missing beside the server`);
    dir = up;
  }
}
