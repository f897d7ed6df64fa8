export * from "./board.commands.ts";
export {
  ageBucketOf,
  ageBuckets,
  type BoardMilestone,
  type BoardWarning,
  type MoldStage,
  moldStage,
} from "./parts.ts";
export * from "./workplace.commands.ts";
