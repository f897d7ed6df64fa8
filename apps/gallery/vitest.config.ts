import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeAntdStyles } from "@shotkeeper/ui/build/antd-styles";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";

const root = join(import.meta.dirname, "..", "..");
const { CHROMIUM, TEST_TURN = "all" } = process.env;
const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const executablePath = (CHROMIUM ? [CHROMIUM] : installed).find((file) => existsSync(file));

/** Runs component tests (*.test.tsx) in a real browser: the grid and axe's contrast check need real layout. */
export default defineConfig({
  root,
  cacheDir: join(root, "node_modules", ".vite", "components"),
  plugins: [react()],
  // Sets NODE_ENV to "development". With "test", antd gives every element the same id, so two open dialogs would have
  // the same accessible name.
  define: { "process.env.NODE_ENV": '"development"' },
  optimizeDeps: {
    // Lets Vite find all dependencies before the first test. A dependency found later would reload the page during a
    // test.
    entries: [
      "packages/{ui,datagrid}/src/**/*.tsx",
      // Leaves out the documentation page, because it imports modules that exist only in its own build.
      "!packages/datagrid/src/docs/site/**",
      "apps/gallery/src/**/*.tsx",
      "apps/web/src/admin/**/*.test.tsx",
      "apps/web/src/shop/**/*.tsx",
    ],
    include: ["vitest-browser-react", "react/jsx-dev-runtime", "@e965/xlsx"],
  },
  test: {
    include: ["packages/{ui,datagrid}/src/**/*.test.tsx", "apps/{gallery,web}/src/**/*.test.tsx"],
    setupFiles: ["apps/gallery/src/setup.ts"],
    provide: { testTurn: TEST_TURN, antdStyles: makeAntdStyles() },
    // All test files share two pages, one per processor core. Each page thus loads antd and the sources only once.
    // setup.ts resets the state that the files share.
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
        // The time limit is long, because the first action on a page waits until antd has rendered for the first time.
        actionTimeout: 10_000,
      }),
      instances: [{ browser: "chromium" }],
      viewport: { width: 1280, height: 800 },
      screenshotFailures: false,
    },
  },
});
