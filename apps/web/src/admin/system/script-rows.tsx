import { menus } from "@shotkeeper/contract/menus";
import type { ScriptResult } from "@shotkeeper/contract/system";
import { DataGrid, type GridColumn, gridTexts } from "@shotkeeper/datagrid/antd";
import "@shotkeeper/datagrid/antd.css";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { Panel } from "@shotkeeper/ui/cells";
import { Alert } from "antd";
import { useMemo } from "react";

type Row = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);

/** Grid with the result rows of a script. Users can filter, sort and export them. */
export function ScriptRows({ result }: { readonly result: ScriptResult | undefined }) {
  const { administration, code } = useLocale();
  const t = administration.script;
  const f = useFormats();
  const source = useMemo(
    () => ({ rows: result?.rows.map((row, i): Row => ({ ...row, "#": i })) ?? [] }),
    [result],
  );
  const columns = useMemo(
    () =>
      (result?.columns ?? []).map((name): GridColumn<Row> => {
        const isNumber = result?.rows.every((r) => r[name] === null || typeof r[name] === "number") ?? false;
        return {
          key: name,
          title: name,
          type: isNumber ? "number" : "text",
          width: isNumber ? 112 : 176,
          text: textOf,
        };
      }),
    [result],
  );
  if (!result) return <p className="sk-faint">{t.notRun}</p>;
  return (
    <Panel title={t.rows(f.whole(result.rows.length), f.whole(result.elapsedMs))}>
      {result.hasMore && <Alert type="warning" showIcon title={t.more(f.whole(result.rows.length))} />}
      {result.rows.length === 0 ? (
        <p className="sk-faint">{t.noRows}</p>
      ) : (
        <DataGrid<Row>
          id={`${menus.script}.${result.columns.join(".").slice(0, 80)}`}
          label={t.exportName}
          columns={columns}
          rowKey={(row) => String(row["#"])}
          source={source}
          texts={gridTexts[code]}
          pageSize={50}
          height={420}
          exportName={t.exportName}
        />
      )}
    </Panel>
  );
}
