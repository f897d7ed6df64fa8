import { useState } from "react";
import { exportCsv, type GridColumn } from "../../core/index.ts";

interface Order {
  readonly number: string;
  readonly code: string;
  readonly remark: string;
}
const rows: readonly Order[] = [{ number: "123456789012345678", code: "007", remark: "=1+1" }];
const columns: readonly GridColumn<Order>[] = [
  { key: "number", title: "Number", type: "text" },
  { key: "code", title: "Code", type: "text" },
  { key: "remark", title: "Remark", type: "text" },
];

/**
 * Writes a CSV file without React. For Excel, numbers of 18 digits and texts such as 007 are written as formulas that
 * give the text, because Excel would change them. Texts that look like formulas are escaped in every file.
 */
export default function CsvForExcel() {
  const [csv, setCsv] = useState("");
  const write = async (forExcel: boolean): Promise<void> => {
    const page = async (offset: number) => ({ rows: rows.slice(offset), total: rows.length });
    const pieces = await exportCsv({ columns, page, flags: ["Yes", "No"], forExcel });
    setCsv(pieces.join("").replace("\uFEFF", ""));
  };
  return (
    <>
      <button type="button" onClick={() => void write(false)}>
        CSV
      </button>{" "}
      <button type="button" onClick={() => void write(true)}>
        CSV for Excel
      </button>
      <pre>
        <output>{csv}</output>
      </pre>
    </>
  );
}
