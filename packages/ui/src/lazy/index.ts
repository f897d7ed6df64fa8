export { type LazyPart, lazyPart } from "./lazy-part.tsx";
export { useAwaited } from "./use-awaited.ts";
