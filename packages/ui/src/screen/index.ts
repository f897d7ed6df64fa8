export { ChangeHistory } from "./ChangeHistory.tsx";
export { CommandDialog } from "./CommandDialog.tsx";
export {
  Battery,
  CellLink,
  ChoiceTag,
  Count,
  Deviation,
  ReachedBar,
  Signal,
  signalBars,
  UsedBar,
} from "./cells.tsx";
export { useClosing } from "./closing.ts";
export { type InputProps, valueText } from "./column-types.tsx";
export type { ColumnDef, Columns } from "./columns.ts";
export { DetailDrawer } from "./DetailDrawer.tsx";
export { useRows, useRun } from "./data.ts";
export { EmptyHint } from "./EmptyHint.tsx";
export { EntityForm, type EntityFormSpec } from "./EntityForm.tsx";
export { Facts } from "./Facts.tsx";
export type { Section } from "./FieldsForm.tsx";
export { FilterStrip } from "./FilterStrip.tsx";
export { listLink, useGridAddress } from "./grid-address.ts";
export { ListScreen, type ListScreenProps } from "./ListScreen.tsx";
export { choiceLabel, labelOf } from "./labels.ts";
export { Figure, Panel } from "./Panel.tsx";
export { Photos } from "./Photos.tsx";
export { photosInput } from "./PhotosInput.tsx";
export { QueryGrid, type QueryGridProps } from "./QueryGrid.tsx";
export { ReferenceSelect, type ReferenceSpec, referenceInput } from "./ReferenceSelect.tsx";
export { LeaveDrawer, OffButton, type RowAction, RowActions } from "./RowActions.tsx";
export { refusalText } from "./refusal.ts";
export { useRemove } from "./remove.ts";
export { StoredImage } from "./StoredImage.tsx";
export { useTypeContext } from "./type-context.ts";
export { useLiveRefresh, useWritten } from "./written.ts";
