/** Groups of files to mutate. The tests of a file must be in the same folder as the file. */
export const groups = {
  contract: {
    title: "Contract: states and rules",
    mutate: "packages/contract/src/**/*.{states,rules}.ts",
    root: "packages/contract",
  },
  core: {
    title: "Server: core of the ledger",
    mutate: "apps/server/src/telemetry/core/*.ts",
    root: "apps/server",
  },
  kernel: {
    title: "Server: kernel",
    mutate: "apps/server/src/kernel/**/*.ts",
    // Leaves out files that start the embedded database, which takes seconds per mutant. db/open.test.ts covers them.
    except: ["apps/server/src/kernel/db/open.ts", "apps/server/src/kernel/db/pglite-stream.ts"],
    root: "apps/server",
    vitest: {
      globalSetup: "src/testing/databases.ts",
      setupFiles: "src/testing/worker-database.ts",
      // Tests that are not run against mutants, because they need a whole server or database, which takes seconds per
      // mutant.
      exclude: ["write-concurrency", "event-relay", "db/open", "db/migrate-database"].map(
        (name) => `src/kernel/${name}.test.ts`,
      ),
    },
  },
};
