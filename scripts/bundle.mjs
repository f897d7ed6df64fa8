// Bundles a TypeScript entry file for Node. The bundle contains the packages of this repository; packages of
// node_modules are loaded at run time.
import { isAbsolute, join } from "node:path";
import { root } from "./lib/root.mjs";

const inputOf = (entry) => ({
  input: join(root, entry),
  platform: "node",
  logLevel: "warn",
  external: (id) => !id.startsWith(".") && !isAbsolute(id) && !id.startsWith("@shotkeeper/"),
});

const outputOf = (file) => ({ file, format: "esm", sourcemap: true, codeSplitting: false });

/**
 * Bundles the entry file once.
 * @param {string} entry
 * @param {string} outFile path of the bundle
 */
export async function bundle(entry, outFile) {
  const { rolldown } = await import("rolldown");
  const build = await rolldown(inputOf(entry));
  await build.write(outputOf(outFile));
  await build.close();
}

/**
 * Bundles now and after every change of a bundled file, until `close` is called.
 *
 * @param {string} entry
 * @param {string} outFile
 * @param {{ onStart(): void, onBuilt(): void, onError(message: string): void, onChange(file: string): void }} on
 */
export async function watchBundle(entry, outFile, on) {
  const { watch } = await import("rolldown");
  const watcher = watch({ ...inputOf(entry), output: outputOf(outFile), watch: { clearScreen: false } });
  watcher.on("change", (file) => on.onChange(file));
  watcher.on("event", async (e) => {
    if (e.code === "BUNDLE_START") on.onStart();
    if (e.code === "BUNDLE_END") on.onBuilt();
    if (e.code === "ERROR") on.onError(e.error.message);
    if ("result" in e) await e.result.close();
  });
  return watcher;
}
