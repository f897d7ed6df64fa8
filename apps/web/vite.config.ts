import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const smallest = 1400;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** What compresses well lies there compressed, too: the server sends it as it is, without work. */
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

export default defineConfig({
  root: import.meta.dirname,
  // Relative addresses: the server may put the application below any path.
  base: "./",
  plugins: [react(), compressed()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // A data: script or worker would need a hole in the Content-Security-Policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
});
