import { useState } from "react";
import { DataGrid, type ImportSpec, textsEn } from "../../antd/index.ts";
import { columns, type Part, partsOf, rowKey } from "../parts.ts";

const first = { rows: partsOf(10) };

/**
 * The grid with the controls and the theme of antd. Its menu offers the import of a spreadsheet and a template for
 * imports.
 */
export default function AntdAndImport() {
  const [source, setSource] = useState(first);
  const [importing] = useState<ImportSpec>(() => ({
    noun: "parts",
    columns: [
      { key: "id", title: "Part no.", type: "text", required: true },
      { key: "name", title: "Name", type: "text" },
      { key: "weight", title: "Weight", type: "number", min: 0 },
    ],
    save: async (rows) => {
      const added = rows.map(
        (values): Part => ({
          id: String(values.id),
          name: String(values.name ?? ""),
          state: "idle",
          weight: Number(values.weight ?? 0),
          made: "",
        }),
      );
      setSource((old) => ({ rows: [...old.rows, ...added] }));
      return [];
    },
  }));
  return (
    <DataGrid
      id="antd-and-import"
      label="Parts"
      height={360}
      columns={columns}
      rowKey={rowKey}
      source={source}
      texts={textsEn}
      importing={importing}
    />
  );
}
