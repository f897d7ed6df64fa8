import type { ReactNode } from "react";
import { Grid } from "../react/grid.tsx";
import type { GridProps } from "../react/props.ts";
import { SkinContext } from "../react/skin.ts";
import { antdSkin } from "./skin.tsx";

/**
 * The grid with the controls of antd, but without the import of files. The preview in the import dialog uses this grid.
 */
export function AntdGrid<R>(props: GridProps<R>): ReactNode {
  return (
    <SkinContext.Provider value={antdSkin}>
      <Grid {...props} />
    </SkinContext.Provider>
  );
}
