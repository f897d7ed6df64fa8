import { defineConfig } from "vitest/config";

/** Unit tests of the packages and the web application. The server's suite has its own configuration. */
export default defineConfig({
  test: {
    include: ["{packages,apps}/*/src/**/*.test.{ts,tsx}", "tools/src/**/*.test.ts"],
    exclude: ["apps/server/**", "**/node_modules/**"],
    maxWorkers: 2,
  },
});
