// Vitest configuration for mutation runs: tests of one folder (MUTATION_FOLDER) of a group (MUTATION_GROUP).
import { join, relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import { groups } from "./groups.mjs";

const { MUTATION_GROUP: name = "", MUTATION_FOLDER: folder = "" } = process.env;
const group = groups[name];
if (!group) throw new Error("MUTATION_GROUP names no group");

const settings = JSON.stringify({ seed: 20_260_520, endOnFailure: true });

/**
 * Gives property tests a fixed seed, so that all mutants meet the same random cases. A failing property stops at once,
 * because its smallest example is not needed.
 */
const sameRandomCases = {
  name: "same-random-cases",
  transform(code, id) {
    if (!id.endsWith(".test.ts") || !/^import fc from "fast-check";/m.test(code)) return null;
    return { code: `${code}\nfc.configureGlobal(${settings});\n`, map: null };
  },
};

/**
 * Runs property tests last, because they are a thousand times slower than example tests. Most mutants already fail an
 * example test.
 */
class PropertiesLast extends BaseSequencer {
  async sort(files) {
    const isProperty = (f) => Number(/\.property\./.test(f.moduleId));
    return [...files].sort((a, b) => isProperty(a) - isProperty(b));
  }
}

export default defineConfig({
  root: join(import.meta.dirname, "..", "..", group.root),
  plugins: [sameRandomCases],
  test: {
    include: [`${relative(group.root, folder)}/*.test.ts`],
    env: { PROPERTY_RUNS: "100" },
    sequence: { sequencer: PropertiesLast },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    ...group.vitest,
  },
});
