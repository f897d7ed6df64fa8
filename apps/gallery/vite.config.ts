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
  // Charts and antd in one chunk are large, but the gallery is only loaded locally.
  build: { outDir: "dist", emptyOutDir: true, chunkSizeWarningLimit: 4000 },
});
