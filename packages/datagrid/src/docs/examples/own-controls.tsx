import type { CSSProperties } from "react";
import { DataGrid, plainSkin, type Skin, textsEn } from "../../plain/index.ts";
import { columns, partsOf, rowKey } from "../parts.ts";

const source = { rows: partsOf(100) };
const skin: Skin = {
  ...plainSkin,
  Button: ({ onClick, children }) => (
    <button type="button" className="own-button" onClick={onClick}>
      {children}
    </button>
  ),
};
const colours = { "--own-green": "#1b7f3b" } as CSSProperties;

/** The controls can come from another library, and the colours of the grid from a style sheet. */
export default function OwnControls() {
  return (
    <div style={colours}>
      <style>{".own-colours .dg { --dg-primary: var(--own-green); --dg-radius: 0 }"}</style>
      <div className="own-colours">
        <DataGrid
          id="own-controls"
          label="Parts"
          height={360}
          columns={columns}
          rowKey={rowKey}
          source={source}
          texts={textsEn}
          skin={skin}
          selectable
        />
      </div>
    </div>
  );
}
