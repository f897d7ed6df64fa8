import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const root = join(import.meta.dirname, "..", "..");

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [react()],
  server: { fs: { allow: [root] } },
  // Lets Vite find the dependencies of packages/* at the start. By default it scans only this folder, and the first
  // visit would reload the page for each new dependency.
  optimizeDeps: {
    entries: ["index.html", "../../packages/*/src/**/*.gallery.tsx"],
  },
  // Raises the limit for Vite's warning about large chunks, kB. The chunk with the charts and antd may be large,
  // because developers load the gallery from their own computer.
  build: { outDir: "dist", emptyOutDir: true, chunkSizeWarningLimit: 4000 },
});
