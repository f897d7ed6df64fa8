import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const root = join(import.meta.dirname, "..", "..");

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [react()],
  server: { fs: { allow: [root] } },
  // The packages are source code outside this folder: without this the first visit reloads for each new dependency.
  optimizeDeps: {
    entries: ["index.html", "../../packages/*/src/**/*.gallery.tsx"],
  },
  // The charts and antd are in one chunk; nobody loads the gallery over a slow line.
  build: { outDir: "dist", emptyOutDir: true, chunkSizeWarningLimit: 4000 },
});
