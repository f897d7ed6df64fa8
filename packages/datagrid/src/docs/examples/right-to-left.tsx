import { DataGrid, type GridColumn, textsEn } from "../../plain/index.ts";
import { type Part, partsOf, rowKey } from "../parts.ts";

const columns: readonly GridColumn<Part>[] = [
  { key: "id", title: "رقم القطعة", type: "text", width: 120, pin: "left", fixed: true },
  { key: "name", title: "الاسم", type: "text", width: 400 },
  { key: "weight", title: "الوزن", type: "number", width: 300, decimals: 1, sum: true },
  { key: "made", title: "تاريخ الصنع", type: "date", width: 400 },
];
const source = { rows: partsOf(1000) };

/**
 * The grid follows the direction of the page (`dir`). In a right-to-left page, columns that are pinned "left" are at
 * the right side, where lines begin. The arrow keys move in the direction that they show. `texts` may contain texts in
 * any language.
 */
export default function RightToLeft() {
  return (
    <div dir="rtl">
      <DataGrid
        id="right-to-left"
        label="القطع"
        height={360}
        columns={columns}
        rowKey={rowKey}
        source={source}
        texts={textsEn}
      />
    </div>
  );
}
