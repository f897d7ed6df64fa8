import { useState } from "react";
import { ArrayView, type GridColumn } from "../../core/index.ts";
import { type Part, partsOf, rowKey } from "../parts.ts";

const columns: readonly GridColumn<Part>[] = [{ key: "weight", title: "Weight", type: "number", sum: true }];

/** The core filters, sorts and sums rows for any user interface. This example shows them in an HTML table. */
export default function Headless() {
  const [view] = useState(() => new ArrayView<Part>(partsOf(1000), columns, rowKey));
  const [least, setLeast] = useState(0);
  view.setQuery({
    filters: [{ field: "weight", operator: "EGT", value: least }],
    sort: [{ field: "weight", direction: "asc" }],
  });
  return (
    <>
      <label>
        Least weight{" "}
        <input type="number" value={least} onChange={(event) => setLeast(Number(event.target.value))} />
      </label>
      <table>
        <caption>
          {view.total} parts, {view.totals?.weight} g
        </caption>
        <tbody>
          {[0, 1, 2].map((at) => (
            <tr key={at}>
              <td>{view.get(at)?.id}</td>
              <td>{view.get(at)?.weight}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
