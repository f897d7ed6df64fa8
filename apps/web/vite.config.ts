import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type Plugin } from "vite";

const smallest = 1400;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Creates a plugin that writes compressed copies (.br, .gz) beside the larger script, style and picture files of the
 * build. The server sends the copies unchanged.
 */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    async writeBundle({ dir }) {
      const assets = join(dir ?? "dist", "assets");
      const names = (await readdir(assets)).filter((f) => /\.(js|css|svg|json)$/.test(f));
      await Promise.all(
        names.map(async (name) => {
          const file = join(assets, name);
          const bytes = await readFile(file);
          if (bytes.length < smallest) return;
          const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
          await writeFile(`${file}.br`, await brotli(bytes, { params }));
          await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }));
        }),
      );
    },
  };
}

/**
 * Creates a plugin that adds preload links for the application's main chunk and the chunks that it imports to
 * index.html. Otherwise the browser would begin these downloads only after the entry script has loaded.
 */
function mainAhead(): Plugin {
  return {
    name: "main-ahead",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((c) => c.type === "chunk");
        const main = chunks.find((c) => c.facadeModuleId?.endsWith("/src/main.tsx"));
        const files = main ? [main.fileName, ...main.imports] : [];
        return files
          .filter((f) => !html.includes(f))
          .map((f) => ({
            tag: "link",
            // The priority is low, because the resources of the prerendered first page must load before the
            // application.
            attrs: { rel: "modulepreload", crossorigin: true, fetchpriority: "low", href: `./${f}` },
            injectTo: "head",
          }));
      },
    },
  };
}

/**
 * Builds the renderer of the shop's first page for Node, from the application's own components (docs/decisions/0013).
 */
function frontPages(): Plugin {
  return {
    name: "front-pages",
    apply: "build",
    async closeBundle() {
      if (this.environment?.config.build.ssr) return;
      await build({
        root: import.meta.dirname,
        configFile: false,
        logLevel: "warn",
        plugins: [react()],
        ssr: { noExternal: true },
        define: { "process.env.NODE_ENV": '"production"' },
        build: {
          ssr: "src/shop/front/pages.tsx",
          outDir: "dist/front",
          copyPublicDir: false,
          target: "es2023",
          minify: true,
        },
      });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  // URLs are relative, so that the application can be served below any path.
  base: "./",
  plugins: [react(), mainAhead(), compressed(), frontPages()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // No asset becomes a data: URL. For a data: script or worker, the Content-Security-Policy would have to be
    // weakened.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // The entry script is one chunk, because on a slow connection each further file costs a round trip.
      output: { codeSplitting: { groups: [{ name: "start", tags: ["$initial"] }] } },
    },
  },
});
