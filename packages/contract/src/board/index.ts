export * from "./board.commands.ts";
export * from "./list-figures.ts";
export {
  ageBucketOf,
  ageBuckets,
  type BoardMilestone,
  type BoardWarning,
  type MoldStage,
  moldStage,
} from "./parts.ts";
export * from "./workplace.commands.ts";
