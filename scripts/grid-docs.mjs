// npm run grid-docs: serves the documentation of packages/datagrid, and reloads it on every change.
// npm run grid-docs -- build: writes it to .cache/grid-docs.
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { root } from "./lib/root.mjs";

const [mode] = process.argv.slice(2);
if (mode !== undefined && mode !== "build") {
  console.error("usage: npm run grid-docs [-- build]");
  process.exit(mode === "--help" ? 0 : 2);
}
ensureInstalled();
const { build, createServer } = await import("vite");
const { gridApi } = await import("./lib/grid-api.mjs");

const name = "virtual:grid-api";
const site = join(root, "packages", "datagrid", "src", "docs", "site");
const output = join(root, ".cache", "grid-docs");
const config = {
  configFile: join(site, "vite.config.ts"),
  root: site,
  base: "./",
  logLevel: mode === "build" ? "warn" : "info",
  plugins: [
    {
      name: "grid-api",
      resolveId: (id) => (id === name ? `\0${name}` : undefined),
      load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(gridApi())};` : undefined),
    },
  ],
  build: { outDir: output, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
};
if (mode === "build") {
  await build(config);
  console.log(`The documentation is in ${output}`);
} else {
  const server = await createServer({ ...config, server: { host: "127.0.0.1" } });
  await server.listen();
  server.printUrls();
}
