import { forwardRef, type ReactNode, type Ref } from "react";
import { Grid } from "../react/grid.tsx";
import type { GridHandle, GridProps } from "../react/props.ts";
import { type Skin, SkinContext } from "../react/skin.ts";
import { plainSkin } from "./skin.tsx";

export interface DataGridProps<R> extends GridProps<R> {
  /** Controls around the cells. Default: plain HTML controls (`plainSkin`). */
  skin?: Skin | undefined;
}

function WithSkin<R>({ skin = plainSkin, ...props }: DataGridProps<R>): ReactNode {
  return (
    <SkinContext.Provider value={skin}>
      <Grid {...props} />
    </SkinContext.Provider>
  );
}

/** A data grid with plain HTML controls. The README of this package has an example and a list of all props. */
export const DataGrid = forwardRef(
  // Uses forwardRef, because React 18 passes `ref` only to components that are made by forwardRef.
  <R,>(props: DataGridProps<R>, ref: Ref<GridHandle<R>>): ReactNode => <WithSkin {...props} ref={ref} />,
) as <R>(props: DataGridProps<R>) => ReactNode;
