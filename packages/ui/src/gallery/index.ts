export {
  type Answers,
  type MemoryClient,
  memoryClient,
  pending,
  refusal,
  unreachable,
} from "./memory-client.ts";
export {
  longRow,
  plantQuery,
  previewedCommand,
  readOnlyUser,
  type SampleRow,
  sampleAnswers,
  sampleCommand,
  sampleEntity,
  sampleImport,
  sampleLicence,
  sampleQuery,
  sampleRow,
  sampleRows,
  sampleUser,
} from "./sample.ts";
export { Stage, type StoryProps, sampleClient } from "./stage.tsx";
