import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Returns the path of a file that is shipped beside the code, such as a migration or the database's worker. Works
 * both from the sources and from a bundle. Throws if the file is missing.
 */
export function packageFile(name: string): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    // Looks in `dir` itself, which may be the server package, and in the folder apps/server of `dir`. `dir` is the root
    // of the repository if a benchmark or tool runs there.
    for (const home of [dir, join(dir, "apps/server")]) {
      const candidate = join(home, name);
      if (existsSync(candidate) && existsSync(join(home, "package.json"))) return candidate;
    }
    const up = dirname(dir);
    if (up === dir) throw new Error(`${name} is missing beside the server`);
    dir = up;
  }
}
