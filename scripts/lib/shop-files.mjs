// Checks that the pages of the shop load no file of the administration.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/** Files with code that only the administration needs (apps/web/chunk-groups.ts). A name ends in a hash. */
const ofAdministration = /^(admin|home|screens)-[\w-]{8}\.js$/;

/**
 * Follows the imports of each page of the shop in the build. Returns the files of the administration among them as
 * errors, because a visitor of the shop would load and run their code in vain.
 * @returns {Promise<{ name: string, errors: string[] }>}
 */
export async function shopFiles() {
  const { parseAst } = await import("rolldown/parseAst");
  const assets = join(root, "apps", "web", "dist", "assets");
  const importsOf = (file) =>
    parseAst(readFileSync(join(assets, file), "utf8")).body.flatMap((n) =>
      n.source ? [n.source.value.replace(/^\.\//, "")] : [],
    );
  const reach = (file, found = new Set()) => {
    if (!found.has(file)) {
      found.add(file);
      for (const next of importsOf(file)) reach(next, found);
    }
    return found;
  };
  const sources = readdirSync(join(root, "apps", "web", "src", "shop", "pages"));
  const pages = sources.filter((f) => f.endsWith("-page.tsx")).map((f) => f.replace(".tsx", ""));
  const files = readdirSync(assets).filter((f) => f.endsWith(".js"));
  const built = pages.map((page) => files.filter((f) => f.replace(/-[\w-]{8}\.js$/, "") === page));
  const found = built.flat().length;
  if (found < 5) return { name: "files of the shop", errors: [`only ${found} pages were found`] };
  // Shop and administration may have pages of the same name. The build then has several files with this name, and it
  // is unknown which one is the shop's. So an error is reported only if all of these files load the administration.
  const loaded = (page) => [...reach(page)].filter((f) => ofAdministration.test(f));
  const errors = built
    .filter((same) => same.length > 0 && same.every((page) => loaded(page).length > 0))
    .flatMap((same) => same.map((page) => `${page} loads ${loaded(page).join(", ")}`));
  return { name: "files of the shop", errors };
}
