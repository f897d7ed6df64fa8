import { dataExportRuns, exportRunState, refuseAgain, writeExportAgain } from "@shotkeeper/contract/data-out";
import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import { missing, textOf, useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { refusalText, useInvalidateData } from "@shotkeeper/ui/data";
import { QueryGrid, RowActions } from "@shotkeeper/ui/list";
import { Button, Segmented } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { exportRunTones } from "../tones.ts";

type ExportFile = QueryRow<typeof dataExportRuns>;
type Shown = "all" | "failed";

const noRows: ReadonlyMap<string, ExportFile> = new Map();
const newestFirst = [{ field: "dataFrom", direction: "desc" }] as const;
const onlyFailed: readonly Condition[] = [
  { field: "runState", operator: "EQ", value: exportRunState.values.failed },
];
const every: readonly Condition[] = [];

function useColumns(): Columns<typeof dataExportRuns> {
  const locale = useLocale();
  return useMemo(
    (): Columns<typeof dataExportRuns> => [
      { name: "dataFrom", pin: "left", width: 160 },
      { name: "dataTo", width: 160 },
      { name: "exportName", width: 160 },
      { name: "dataset", width: 160 },
      {
        name: "runState",
        width: 128,
        cell: (row) => <ChoiceTag of={exportRunState} value={row.runState} tones={exportRunTones} />,
      },
      { name: "rowCount", width: 104 },
      { name: "byteCount", width: 112 },
      {
        name: "runResult",
        width: 280,
        cell: (row) => (row.runResult ? textOf(row.runResult, locale) : missing),
      },
      { name: "finishedAt", width: 160 },
      { name: "attempts", width: 104 },
      { name: "dueAt", width: 160 },
      { name: "targetFile", width: 400 },
      { name: "sha256", width: 240 },
      { name: "runId", width: 104 },
    ],
    [locale],
  );
}

/** Tab with the files that schedules have written or will write. Users can write a file again. */
export function FileTab({ head }: { readonly head: ReactNode }) {
  const locale = useLocale();
  const t = locale.dataOut;
  const { allows } = useSession();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const columns = useColumns();
  const [params, setParams] = useSearchParams();
  const shown: Shown = params.get("state") === "failed" ? "failed" : "all";
  const [selection, setSelection] = useState(noRows);
  const mayAct = allows(writeExportAgain.access);
  const again = async (rows: readonly ExportFile[]) => {
    const runIds = rows.map((r) => r.runId ?? 0);
    const done = await act(() => client.run(writeExportAgain, { runIds }), t.queued(runIds.length));
    if (done) setSelection(noRows);
    invalidate();
  };
  const chosen = [...selection.values()].filter((r) => refuseAgain(r) === undefined);
  return (
    <div className="sk-list">
      <QueryGrid
        key={shown}
        query={dataExportRuns}
        columns={columns}
        fixed={shown === "failed" ? onlyFailed : every}
        sort={newestFirst}
        search={["exportName", "targetFile"]}
        selection={selection}
        onSelectionChange={mayAct ? setSelection : undefined}
        toolbar={
          <>
            {head}
            <Segmented<Shown>
              value={shown}
              onChange={(state) => {
                setSelection(noRows);
                setParams(state === "all" ? { tab: "files" } : { tab: "files", state }, { replace: true });
              }}
              options={[
                { value: "all", label: t.all },
                { value: "failed", label: t.failed },
              ]}
            />
            {selection.size > 0 && (
              <Button disabled={chosen.length === 0} onClick={() => void again(chosen)}>
                {t.againMany(chosen.length)}
              </Button>
            )}
          </>
        }
        rowActions={
          mayAct
            ? (row) => (
                <RowActions
                  actions={[
                    {
                      key: "again",
                      label: t.again,
                      refused: refusalText(refuseAgain(row), locale),
                      run: () => void again([row]),
                    },
                  ]}
                />
              )
            : undefined
        }
        actionsWidth={128}
        empty={<EmptyHint title={t.filesEmpty} hint={t.filesEmptyHint} />}
      />
    </div>
  );
}
