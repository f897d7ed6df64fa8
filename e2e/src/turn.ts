/** Number of groups of the tests that take turns. Each run of `npm test` runs one group (scripts/lib/turn.mjs). */
const groups = 3;

const { TEST_TURN: turn = "all" } = process.env;

/** True if this run runs the tests of all groups: `npm test -- full`, or a run of chosen files. */
export const isEveryTurn = turn === "all";

/**
 * Returns whether this run runs a test that takes turns with others. `index` is the number of the test among tests that
 * check the same kind of thing.
 */
export const isItsTurn = (index: number): boolean => isEveryTurn || index % groups === Number(turn);
