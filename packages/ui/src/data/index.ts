export { useInvalidateData, useLiveRefresh } from "./invalidation.ts";
export { askEarly } from "./query-source.ts";
export { refusalText } from "./refusal.ts";
export { useStepRefusal } from "./second-person.ts";
export { useRemove } from "./use-remove.ts";
export { useCommandData, useEarlyData, useRows } from "./use-rows.ts";
