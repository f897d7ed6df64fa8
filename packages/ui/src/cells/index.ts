export {
  Battery,
  CellLink,
  ChoiceTag,
  Count,
  Deviation,
  ProgressBar,
  ReachedBar,
  Signal,
  signalBars,
  UsedBar,
} from "./cells.tsx";
export { type InputProps, valueText } from "./column-types.tsx";
export type { ColumnDef, Columns } from "./columns.ts";
export { EmptyHint } from "./empty-hint.tsx";
export { Facts } from "./facts.tsx";
export { FirstOf } from "./first-of.tsx";
export { choiceLabel, labelOf } from "./labels.ts";
export { Figure, Panel } from "./panel.tsx";
export { Photos } from "./photos.tsx";
export { StoredImage } from "./stored-image.tsx";
export { useTypeContext } from "./use-type-context.ts";
