// Bundles a TypeScript entry for Node: our own packages go in, everything from node_modules stays outside.
import { isAbsolute, join } from "node:path";
import { root } from "./lib/root.mjs";

/** @param {string} entry @param {string} outFile */
export async function bundle(entry, outFile) {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    input: join(root, entry),
    platform: "node",
    logLevel: "warn",
    external: (id) => !id.startsWith(".") && !isAbsolute(id) && !id.startsWith("@shotkeeper/"),
  });
  await build.write({ file: outFile, format: "esm", sourcemap: true, codeSplitting: false });
  await build.close();
}
