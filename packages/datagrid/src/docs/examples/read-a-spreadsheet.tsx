import { useState } from "react";
import { FileError, type ImportColumn, openFile } from "../../sheet/index.ts";

const columns: readonly ImportColumn[] = [
  { key: "code", title: "Code", type: "text", required: true },
  { key: "weight", title: "Weight", type: "number", min: 0 },
];

/** Reads the rows of a file in a worker. Returns the faults of each row. */
async function read(file: File): Promise<string> {
  const opened = await openFile(file);
  try {
    const { header, depth, mapping } = await opened.layout(0, columns);
    const counts = await opened.apply({ sheet: 0, header, depth, mapping, columns });
    const { rows } = await opened.page(0, 5, "all");
    const lines = rows.map(
      ({ line, values, faults }) => `row ${line}: ${JSON.stringify({ values, faults })}`,
    );
    return [`${counts.total} rows, ${counts.bad} bad`, ...lines].join("\n");
  } finally {
    opened.close();
  }
}

/** Without React: opens .xlsx, .xls and .csv files, and converts or refuses each cell. */
export default function ReadASpreadsheet() {
  const [text, setText] = useState("");
  return (
    <>
      <input
        type="file"
        aria-label="File"
        accept=".xlsx,.xls,.csv"
        onChange={(event) => {
          const file = event.target.files?.[0];
          const reason = (cause: unknown) => (cause instanceof FileError ? cause.fault : String(cause));
          if (file) void read(file).catch(reason).then(setText);
        }}
      />
      <pre>
        <output>{text}</output>
      </pre>
    </>
  );
}
