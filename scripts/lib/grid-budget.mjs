// Size budget of the grid: limits the scripts that a page loads before it shows a plain grid.
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { root } from "./root.mjs";

const limitKb = 25;
/** A page with a plain grid in one language. React is not counted. */
const page = `import { DataGrid, textsEn } from ${JSON.stringify(join(root, "packages/datagrid/src/plain/index.ts"))};
console.log(DataGrid, textsEn);`;
const virtual = "grid-page.js";

/**
 * Returns the compressed sizes of the scripts (kB of 1,000 bytes) that the page loads at once, by file. Scripts that are
 * loaded on demand, such as popovers and exports, are not counted.
 */
export async function gridSizes(code = page) {
  const build = await rolldown({
    input: virtual,
    platform: "browser",
    logLevel: "silent",
    external: /^react(-dom)?(\/|$)/,
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === virtual ? id : undefined),
        load: (id) => (id === virtual ? code : undefined),
      },
    ],
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const sizes = new Map();
  const add = (name) => {
    const chunk = chunks.get(name);
    if (!chunk || sizes.has(name)) return;
    sizes.set(name, gzipSync(chunk.code, { level: 9 }).length / 1000);
    for (const imported of chunk.imports) add(imported);
  };
  add(output[0].fileName);
  return sizes;
}

/** Returns an error if the scripts of a page with a plain grid exceed the budget together. */
export async function gridBudget(limit = limitKb) {
  const sizes = await gridSizes();
  const total = [...sizes.values()].reduce((a, b) => a + b, 0);
  if (total <= limit) return [];
  const advice = "Load what few users need by import(), as src/react/grid.tsx does with its popovers.";
  return [`a page with a plain grid loads ${total.toFixed(1)} kB of at most ${limit} kB (gzip). ${advice}`];
}
