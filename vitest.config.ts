import { defineConfig } from "vitest/config";

/** Packages whose tests change no global state. */
const pure = "packages/{contract,locales}/src/**/*.test.ts";

/**
 * Unit tests of the packages and the web application, in Node. The server and the component tests (*.test.tsx, in
 * apps/gallery) have their own configurations.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "pure",
          include: [pure],
          // Lets the test files of a worker share its process and loaded modules. Starting a process and loading the
          // modules for each file takes more CPU time than the tests of most of these files.
          isolate: false,
        },
      },
      {
        test: {
          name: "unit",
          include: ["{packages,apps}/*/src/**/*.test.ts", "tools/src/**/*.test.ts", "scripts/**/*.test.mjs"],
          exclude: ["apps/server/**", "**/node_modules/**", pure],
        },
      },
    ],
  },
});
