import type { Random } from "../month/plan.ts";
import type { Known, World } from "./world.ts";

/**
 * Data from which a simulated user makes a random request: the rows that the user knows and, if there is one, the row
 * (`anchor`) that the request is about.
 */
export interface Thought {
  readonly random: Random;
  readonly world: World;
  readonly userId: string;
  readonly anchor: Known | undefined;
}
