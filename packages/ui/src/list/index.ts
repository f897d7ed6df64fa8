export { useAddAddress } from "./add-address.ts";
export { ChangeHistory } from "./change-history.tsx";
export { DetailDrawer } from "./detail-drawer.tsx";
export { FilterStrip } from "./filter-strip.tsx";
export { listLink, useGridAddress } from "./grid-address.ts";
export { ListScreen, type ListScreenProps } from "./list-screen.tsx";
export { QueryGrid, type QueryGridProps } from "./query-grid.tsx";
export { CloseDrawerContext, RefusableButton, type RowAction, RowActions } from "./row-actions.tsx";
export { SearchBox } from "./search-box.tsx";
