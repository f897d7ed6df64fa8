/** Number of groups of the tests that take turns. Each run of `npm test` runs one group (scripts/lib/turn.mjs). */
const groups = 3;

const { TEST_TURN: turn = "all" } = process.env;

/** True if this run runs the tests of all groups: `npm test -- full`, or a run of chosen files. */
export const isEveryTurn = turn === "all";

/**
 * Returns true if the present run includes the test with the number `index`. Tests that check similar things are
 * numbered 0, 1, 2 and so on. Each run includes every third of these tests.
 */
export const isItsTurn = (index: number): boolean => isEveryTurn || index % groups === Number(turn);
