import type { GridColumn } from "@shotkeeper/datagrid/core";
import { useAction, useLocale } from "@shotkeeper/ui/app";
import { saveBlob } from "../../save-blob.ts";

/** Returns a function that saves rows as an Excel workbook. Numbers and times are stored as such, not as texts. */
export function useSheet(): <R>(
  name: string,
  columns: readonly GridColumn<R>[],
  rows: readonly R[],
) => Promise<void> {
  const { yes, no } = useLocale().shell.common;
  const act = useAction();
  return async (name, columns, rows) => {
    await act(async () => {
      // Loads the export code on demand, because most users export nothing.
      const { exportXlsx } = await import("@shotkeeper/datagrid/sheet");
      const page = async (offset: number, limit: number) => ({
        rows: rows.slice(offset, offset + limit),
        total: rows.length,
      });
      saveBlob(await exportXlsx({ name, columns, page, flags: [yes, no] }), `${name}.xlsx`);
    });
  };
}
