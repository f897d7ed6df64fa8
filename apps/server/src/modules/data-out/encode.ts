import { type DataFormat, dataFormat } from "@shotkeeper/contract/data-out";
import type { DataFile } from "../../app.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import type { TextRow } from "../../kernel/range-rows.ts";
import type { Registry } from "../../kernel/registry.ts";
import { columnsOf, rowsOf } from "./datasets.ts";
import { encodeCsv } from "./encode-csv.ts";
import { encodeParquet } from "./encode-parquet.ts";

/** Media type of each format. */
export const mediaTypes: Readonly<Record<DataFormat, string>> = {
  parquet: "application/vnd.apache.parquet",
  csv: "text/csv; charset=utf-8; header=present",
};

/** Yields the file of a dataset part by part. Calls `onRows` with the number of rows of each part. */
export function encodeDataset(
  ctx: Ctx,
  registry: Registry,
  o: DataFile,
  onRows?: (n: number) => void,
): AsyncGenerator<Buffer> {
  async function* counted(chunks: AsyncIterable<TextRow[]>): AsyncGenerator<TextRow[]> {
    for await (const rows of chunks) {
      onRows?.(rows.length);
      yield rows;
    }
  }
  const rows = counted(rowsOf(ctx, registry, o.name, o.range));
  const columns = columnsOf(o.name);
  return o.format === dataFormat.values.csv ? encodeCsv(columns, rows) : encodeParquet(columns, rows);
}
