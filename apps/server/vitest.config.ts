import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    // Lets all test files of a worker use one database. Opening a database takes seconds, creating a new tenant takes
    // milliseconds.
    isolate: false,
    globalSetup: "src/testing/databases.ts",
    setupFiles: ["src/testing/worker-database.ts", "src/testing/row-types.setup.ts"],
    testTimeout: 90_000,
    hookTimeout: 180_000,
  },
});
