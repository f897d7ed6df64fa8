import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Returns the path of a file that ships beside the code, such as the migrations or the database's worker. Works from
 * the sources and from a bundle. Throws when the file is missing.
 */
export function packageFile(name: string): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    // In the server's own package, or seen from the root of the repository (benchmarks, tools).
    for (const home of [dir, join(dir, "apps/server")]) {
      const candidate = join(home, name);
      if (existsSync(candidate) && existsSync(join(home, "package.json"))) return candidate;
    }
    const up = dirname(dir);
    if (up === dir) throw new Error(`${name} is missing beside the server`);
    dir = up;
  }
}
