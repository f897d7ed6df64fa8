import { existsSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";

const root = join(import.meta.dirname, "..", "..");
const { CHROMIUM } = process.env;
const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const executablePath = (CHROMIUM ? [CHROMIUM] : installed).find((file) => existsSync(file));

/** Component tests (*.test.tsx), in a real browser: the grid and axe's contrast check need real layout. */
export default defineConfig({
  root,
  cacheDir: join(root, "node_modules", ".vite", "components"),
  plugins: [react()],
  // In "test", antd gives every element the same id, so two open dialogs would share one name.
  define: { "process.env.NODE_ENV": '"development"' },
  optimizeDeps: {
    // Finds all dependencies before the first test: one found later would reload the page in the middle of it.
    entries: ["packages/{ui,datagrid}/src/**/*.tsx", "apps/gallery/src/**/*.tsx"],
    include: ["vitest-browser-react", "react/jsx-dev-runtime"],
  },
  test: {
    include: ["packages/{ui,datagrid}/src/**/*.test.tsx", "apps/gallery/src/**/*.test.tsx"],
    setupFiles: ["apps/gallery/src/setup.ts"],
    // Two pages, one a core, serve all files: each loads antd and the sources once. setup.ts resets what files share.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 15_000,
    expect: { poll: { timeout: 5_000 } },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: {
          ...(executablePath ? { executablePath } : {}),
          args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        },
        contextOptions: { reducedMotion: "reduce", timezoneId: "Asia/Shanghai" },
        // The first action of a page waits for the first mount of antd.
        actionTimeout: 10_000,
      }),
      instances: [{ browser: "chromium" }],
      viewport: { width: 1280, height: 800 },
      screenshotFailures: false,
    },
  },
});
