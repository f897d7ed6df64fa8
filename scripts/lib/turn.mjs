// Tests that take turns. A short test run leaves out two thirds of the tests that check the same mechanism with other
// data, for example each screen in each language. These tests are in three groups. A short run runs one group, so short
// runs on three days, or one full run, run all of them.

const turns = ["0", "1", "2", "all"];
const dayMs = 86_400_000;

/**
 * Returns the group of tests that this test run runs: "0", "1", "2", or "all". The group changes every day. `chosen`
 * (TEST_TURN) overrides it, for example to repeat a failed run of another day.
 */
export function turnOf(isWhole, chosen, now = Date.now()) {
  if (isWhole) return "all";
  if (chosen === undefined) return String(Math.floor(now / dayMs) % 3);
  if (!turns.includes(chosen)) throw new Error(`TEST_TURN must be one of ${turns.join(", ")}; not ${chosen}`);
  return chosen;
}
