import { defineConfig } from "vitest/config";

/**
 * Unit tests of the packages and the web application, in Node. The server and the component tests (*.test.tsx, in
 * apps/gallery) have their own configurations.
 */
export default defineConfig({
  test: {
    include: ["{packages,apps}/*/src/**/*.test.ts", "tools/src/**/*.test.ts", "scripts/**/*.test.mjs"],
    exclude: ["apps/server/**", "**/node_modules/**"],
    maxWorkers: 2,
  },
});
