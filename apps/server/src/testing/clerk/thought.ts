import type { Random } from "../month/plan.ts";
import type { Known, World } from "./world.ts";

/** A user at work: the request is about the row `anchor`, if there is one. */
export interface Thought {
  readonly random: Random;
  readonly world: World;
  readonly userId: string;
  readonly anchor: Known | undefined;
}
