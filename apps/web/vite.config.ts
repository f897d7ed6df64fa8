import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { antdStyles } from "@shotkeeper/ui/build/antd-styles";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type Plugin, type UserConfig } from "vite";
import { chunkGroups } from "./chunk-groups.ts";
import { languageChunks } from "./language-chunks.ts";

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
            // Gives the script a low priority, because the resources of the prerendered first page must load before the
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

/** Modules that work offline. The service worker stores their chunks, and all chunks that these import. */
const offlineModules = [
  "src/start.ts",
  "src/main.tsx",
  "src/admin.tsx",
  "src/login/login-page.tsx",
  "src/offline/offline-screen.tsx",
  "src/admin/workplace/workplace-screen.tsx",
  "ui/src/chart/echarts.ts",
  "src/admin/inventory/counting-screen.tsx",
  "src/admin/maintenance/daily-screen.tsx",
  "src/admin/inspection/issue-screen.tsx",
  "src/admin/binding/binding-screen.tsx",
  "src/zh-CN/index.ts",
  "src/zh-TW/index.ts",
  "src/en/index.ts",
];
const publicFiles = ["favicon.svg", "manifest.webmanifest", "icon-192.png", "icon-512.png"];

/** Builds the service worker sw.js with the list of the files that it stores. */
function serviceWorker(): Plugin {
  let files: readonly string[] = [];
  return {
    name: "service-worker",
    apply: "build",
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((c) => c.type === "chunk");
      const found = new Set<string>();
      const add = (name: string) => {
        const chunk = chunks.find((c) => c.fileName === name);
        if (!chunk || found.has(name)) return;
        found.add(name);
        for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
        for (const asset of chunk.viteMetadata?.importedAssets ?? []) found.add(asset);
        for (const next of chunk.imports) add(next);
      };
      for (const c of chunks)
        if (offlineModules.some((m) => c.moduleIds.some((id) => id.endsWith(`/${m}`)))) add(c.fileName);
      for (const name of Object.keys(bundle)) if (/(decode\.worker|antd)-/.test(name)) found.add(name);
      files = ["", ...publicFiles, ...[...found].sort()];
    },
    async closeBundle() {
      if (this.environment?.config.build.ssr || files.length === 0) return;
      const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
      await build({
        root: import.meta.dirname,
        configFile: false,
        logLevel: "warn",
        define: { precached: JSON.stringify({ version, files }) },
        build: {
          lib: { entry: "src/offline/worker.ts", formats: ["es"], fileName: () => "sw.js" },
          outDir: "dist",
          emptyOutDir: false,
          copyPublicDir: false,
          target: "es2023",
        },
      });
    },
  };
}

const base: UserConfig = {
  root: import.meta.dirname,
  // Makes all URLs relative, so that the application can be served below any path.
  base: "./",
  plugins: [react(), antdStyles(), languageChunks()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // Turns no asset into a data: URL. For a data: script or worker, the Content-Security-Policy would have to be
    // weakened.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
};

export default defineConfig(async ({ command }) => {
  if (command !== "build") return base;
  // Puts the entry script into one chunk, because on a slow connection each further file costs a round trip.
  const start = { name: "start", priority: 100, tags: ["$initial" as const] };
  const groups = [start, ...(await chunkGroups(base))];
  return {
    ...base,
    plugins: [base.plugins, mainAhead(), compressed(), frontPages(), serviceWorker()],
    build: { ...base.build, rolldownOptions: { output: { codeSplitting: { groups } } } },
  };
});
